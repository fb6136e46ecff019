/** The last `Date` that was returned. It is reused, because all events of a batch share one recorded time. */
let last = new Date(0);

/** Returns a `Date` for a recorded time in milliseconds. */
export function eventTime(milliseconds: number): Date {
  if (last.getTime() !== milliseconds) last = new Date(milliseconds);
  return last;
}
