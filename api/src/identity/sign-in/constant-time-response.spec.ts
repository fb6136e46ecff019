import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { constantTimeResponse } from './constant-time-response.js';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await constantTimeResponse(work).catch(() => undefined);
  return performance.now() - start;
}

describe('constantTimeResponse', () => {
  it('delays fast, slow and failing work to the same time [AUTH-10]', async () => {
    const times = await Promise.all([
      timed(() => Promise.resolve()),
      timed(() => pause(60)),
      timed(() => Promise.reject(new Error('no'))),
    ]);
    for (const time of times) expect(time).toBeGreaterThan(240);
  });

  it('returns the result or the failure of the work', async () => {
    expect(await constantTimeResponse(() => Promise.resolve(7))).toBe(7);
    await expect(constantTimeResponse(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
