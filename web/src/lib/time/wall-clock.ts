const MINUTE_MS = 60_000;

/** What a clock in a time zone shows at the given time: `2026-11-20T16:05:00`. */
export function wallClockAt(time: number, timeZone: string): string {
  // The Swedish format is ISO 8601 with a space.
  return new Date(time).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
}

/** The time at which a clock in a time zone shows `2026-11-20T16:05`; undefined if the text cannot be read. */
export function timeOfWallClock(text: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // Near a clock change, the offset at `asUtc` can be the wrong one, so the last line uses the offset at the
  // approximate time.
  const approximate = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(approximate, timeZone);
}

function offsetAt(time: number, timeZone: string): number {
  const wholeMinute = Math.floor(time / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${wallClockAt(wholeMinute, timeZone)}Z`) - wholeMinute;
}
