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
 * The time of day for a message under 24 hours old, otherwise short month, day and time (CHAT-7). On the reader's clock,
 * or at the bank with its zone (CHAT-13).
 */
export function formatChatTime(createdAt: string, now: number, isAtBank = false): string {
  const time = Date.parse(createdAt);
  if (Number.isNaN(time)) return '–';
  const isRecent = now - time < DAY_MS;
  if (isAtBank)
    return isRecent ? formatBankClock(createdAt) : formatBankTime(createdAt).replace(/, \d{4}/, '');
  return (isRecent ? CLOCK : DAY_AND_CLOCK).format(time);
}
