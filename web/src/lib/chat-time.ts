import { formatBankClock, formatBankTime } from './time/bank-time';

const DAY_MS = 24 * 60 * 60 * 1000;

const CLOCK = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const DAY_AND_CLOCK = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/**
 * Formats the time of a chat message, with the month and the day if the message is at least 24 hours old (CHAT-7). Uses
 * the reader's time zone. With `isAtBank`, uses and names the bank's time zone (CHAT-13).
 */
export function formatChatTime(createdAt: string, now: number, isAtBank = false): string {
  const time = Date.parse(createdAt);
  if (Number.isNaN(time)) return '–';
  const isRecent = now - time < DAY_MS;
  if (isAtBank)
    return isRecent ? formatBankClock(createdAt) : formatBankTime(createdAt).replace(/, \d{4}/, '');
  return (isRecent ? CLOCK : DAY_AND_CLOCK).format(time);
}
