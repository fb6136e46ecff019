const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const DAY_AND_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** `Nov 20, 2026`, or a dash when the date cannot be read. */
export function formatDay(value: string | null | undefined): string {
  return formatWith(DAY, value);
}

/** `Nov 20, 2026, 4:05 PM`, or a dash when the date cannot be read. */
export function formatDayAndTime(value: string | null | undefined): string {
  return formatWith(DAY_AND_TIME, value);
}

const ISO_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** Replaces the ISO timestamps in a server message with local times. */
export function withLocalTimes(message: string): string {
  return message.replace(ISO_TIME, formatDayAndTime);
}

function formatWith(formatter: Intl.DateTimeFormat, value: string | null | undefined): string {
  const time = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? '–' : formatter.format(time);
}

const COUNT = new Intl.NumberFormat('en-US');

/** `12,345`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `in_review` → `In review`. */
export function humanize(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const KIB = 1024;

/** `340 KB`, `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB * KIB) return `${Math.ceil(bytes / KIB)} KB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

export function digitsOnly(text: string, lengthMax: number): string {
  return text.replace(/\D/g, '').slice(0, lengthMax);
}

/** Formats digits as `XXX-XX-XXXX` while they are typed (KYC-5). */
export function formatSsn(text: string): string {
  const digits = digitsOnly(text, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-');
}

export function initialsOf(firstName: string | undefined, lastName: string | undefined): string {
  const initials = `${firstName?.trim().charAt(0) ?? ''}${lastName?.trim().charAt(0) ?? ''}`;
  return initials.toUpperCase() || 'U';
}
