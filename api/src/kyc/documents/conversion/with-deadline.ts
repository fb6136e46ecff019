import type { Frame } from './frames.js';

/** How long messages may take. */
export interface Deadline {
  /** Until the first message. */
  readonly startMs: number;
  /** From the first message to the end, not counting the time that the caller spends on each. */
  readonly limitMs: number;
  /** Called when the time is up. Must make the messages end. */
  readonly stop: (hasStarted: boolean) => void;
}

/** Limits how long messages take to arrive. */
export async function* withDeadline(
  frames: AsyncGenerator<Frame>,
  { startMs, limitMs, stop }: Deadline,
): AsyncGenerator<Frame> {
  let hasStarted = false;
  let leftMs = startMs;
  for (;;) {
    const before = performance.now();
    const timer = setTimeout(stop, leftMs, hasStarted);
    const next = await frames.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    leftMs = hasStarted ? leftMs - (performance.now() - before) : limitMs;
    hasStarted = true;
    yield next.value;
  }
}
