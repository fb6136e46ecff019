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
 * The time at which a message was sent. Customers see their local time, and admins see the time at the bank (CHAT-7,
 * CHAT-13). A tooltip shows the full time at the bank. If an admin's local time differs, the tooltip shows that too.
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
