import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { constantTimeResponse } from './constant-time-response.js';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await constantTimeResponse(work).catch(() => undefined);
  return performance.now() - start;
}

describe('constantTimeResponse', () => {
  it('takes at least one full time step, even if the work is fast or fails [AUTH-10]', async () => {
    const times = await Promise.all([
      timed(() => Promise.resolve()),
      timed(() => pause(60)),
      timed(() => Promise.reject(new Error('no'))),
    ]);
    for (const time of times) expect(time).toBeGreaterThan(240);
  });

  it('passes on the result or failure of the work', async () => {
    expect(await constantTimeResponse(() => Promise.resolve(7))).toBe(7);
    await expect(constantTimeResponse(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
