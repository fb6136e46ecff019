/** The events of a batch of the writer have one time, and so one date: the last one is kept. */
let last = new Date(0);

/** The moment of so many milliseconds. */
export function eventTime(milliseconds: number): Date {
  if (last.getTime() !== milliseconds) last = new Date(milliseconds);
  return last;
}
