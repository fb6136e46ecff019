const THOUSANDS = /\B(?=(\d{3})+$)/g;

/** `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(THOUSANDS, ',');
}

/** `833rd`. */
export function ordinal(number: number): string {
  const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(number);
  return `${number}${suffixes[rule] ?? 'th'}`;
}

/** `in_review` → `In review`. */
export function humanize(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Ends a sentence with a period, unless it already has end punctuation. */
export function withPeriod(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

const KIB = 1024;

/** `340 KB`, `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB * KIB) return `${Math.ceil(bytes / KIB)} KB`;
  return `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

export function digitsOnly(text: string, lengthMax = Infinity): string {
  return text.replace(/\D/g, '').slice(0, lengthMax);
}

const TITLE = /^(dr|mr|mrs|ms|prof)\.?$/i;

/** The initials of a full name, without a title such as `Dr.`. */
export function initialsOfName(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = name, second] = words.filter((word) => !TITLE.test(word));
  return getInitials(first, second);
}

export function getInitials(...names: readonly (string | undefined)[]): string {
  // A visible character, such as an emoji, can consist of several code points.
  const initials = names.map((name = '') => [...new Intl.Segmenter().segment(name.trim())][0]?.segment ?? '');
  // The uppercase form of `ß` would have two letters.
  const capitals = initials.map((initial) => (initial === 'ß' ? initial : initial.toUpperCase()));
  return capitals.join('') || 'U';
}
