import { formatChatTime } from '@/lib/chat-time';
import { formatBankTime, isTime } from '@/lib/time/bank-time';
import { TimeText } from '../time/time-text';

type ChatTimeProps = { value: string; now: number; className?: string };

/** When a message was sent, in the reader's time zone (CHAT-7). A tooltip shows the time at the bank. */
export function ChatTime({ value, now, className }: ChatTimeProps) {
  const text = formatChatTime(value, now);
  if (!isTime(value)) return <>{text}</>;
  return (
    <TimeText value={value} notes={[formatBankTime(value)]} isPointerOnly className={className}>
      {text}
    </TimeText>
  );
}
