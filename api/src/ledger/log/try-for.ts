import { setTimeout as delay } from 'node:timers/promises';

/** How long to repeat work, and the pause before each repetition. */
export interface Patience {
  readonly withinMs: number;
  readonly pauseMs: number;
  /** Whether to repeat the work after this failure; by default always. */
  readonly isWorthwhile?: (error: unknown) => boolean;
}

/** Repeats failing work, such as calls to servers that are still starting. Rejects with the last failure. */
export async function tryFor<Result>(
  { withinMs, pauseMs, isWorthwhile = () => true }: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() >= deadline || !isWorthwhile(error)) throw error;
    }
    await delay(pauseMs);
  }
}
