import { formatChatTime } from '@/lib/chat-time';
import { formatBankTime, isTime, localTimeNote } from '@/lib/time/bank-time';
import { TimeText } from '../time/time-text';

type ChatTimeProps = {
  value: string;
  now: number;
  /** Whether the reader is an admin, who sees the time at the bank. */
  isAtBank: boolean;
  className?: string;
};

/**
 * When a message was sent: for a customer on their clock, for an admin at the bank (CHAT-7, CHAT-13). A tooltip shows
 * the full time at the bank, and to an admin also the local time if it differs.
 */
export function ChatTime({ value, now, isAtBank, className }: ChatTimeProps) {
  const text = formatChatTime(value, now, isAtBank);
  if (!isTime(value)) return <>{text}</>;
  const localNote = isAtBank ? localTimeNote(value) : null;
  const notes = [formatBankTime(value), ...(localNote === null ? [] : [localNote])];
  return (
    <TimeText value={value} notes={notes} isPointerOnly className={className}>
      {text}
    </TimeText>
  );
}
