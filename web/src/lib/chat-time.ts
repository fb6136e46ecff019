const DAY_MS = 24 * 60 * 60 * 1000;

const CLOCK = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const DAY_AND_CLOCK = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The time of day for a message under 24 hours old, otherwise short month, day and time (CHAT-7). */
export function formatChatTime(createdAt: string, now: number): string {
  const time = Date.parse(createdAt);
  if (Number.isNaN(time)) return '–';
  return (now - time < DAY_MS ? CLOCK : DAY_AND_CLOCK).format(time);
}
