import { describe, expect, it } from '@jest/globals';
import { MAIL_ATTEMPTS, mailBackoffMs } from './mail-job.js';

describe('mail retries', () => {
  it('back off exponentially up to one minute [MAIL-6]', () => {
    expect([1, 2, 3, 6, 7, 8, 100].map(mailBackoffMs)).toEqual([
      1000, 2000, 4000, 32000, 60000, 60000, 60000,
    ]);
  });

  it('stop after about two hours [MAIL-6]', () => {
    let total = 0;
    for (let failed = 1; failed < MAIL_ATTEMPTS; failed++) total += mailBackoffMs(failed);
    expect(total / 3_600_000).toBeCloseTo(2, 0);
  });
});
