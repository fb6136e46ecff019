import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Frame } from './frames.js';
import { withDeadline } from './with-deadline.js';

const STARTED: Frame = { tag: 'started', bytes: Buffer.of() };

describe('withDeadline', () => {
  /**
   * Sends a message after each of these waits, until `withDeadline` calls `stop`. Returns whether the first message had
   * been sent by then, or null if `stop` was never called.
   */
  async function run(waits: readonly number[], callerMs = 0): Promise<boolean | null> {
    const stopping = new AbortController();
    let stoppedAfterStart: boolean | null = null;
    async function* frames(): AsyncGenerator<Frame> {
      for (const ms of waits) {
        await setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        yield STARTED;
      }
    }
    const stop = (hasStarted: boolean): void => {
      stoppedAfterStart = hasStarted;
      stopping.abort();
    };
    for await (const _ of withDeadline(frames(), { startMs: 2000, limitMs: 200, stop }))
      await setTimeout(callerMs);
    return stoppedAfterStart;
  }

  it('limits the time until the first message, and the total time of all others [FILE-14]', async () => {
    expect(await run([5000])).toBe(false);
    expect(await run([0, 90, 90, 90])).toBe(true);
  });

  it('does not count the time that the caller takes for each message [FILE-14]', async () => {
    expect(await run([0, 0, 0], 150)).toBeNull();
  });
});
