import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { hashPassword, passwordMatches } from './passwords.js';

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB and two passes [AUTH-16]', async () => {
    expect(await hashPassword('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('match only the exact same characters [AUTH-16]', async () => {
    const hash = await hashPassword(' Pass wörd ');
    expect(await passwordMatches(hash, ' Pass wörd ')).toBe(true);
    for (const other of ['Pass wörd', ' pass wörd ', ' Pass wörd', '']) {
      expect(await passwordMatches(hash, other)).toBe(false);
    }
  });

  it('match no matter whether an accent is part of its letter or a separate character [AUTH-16]', async () => {
    const [composed, decomposed] = ['caf\u00e9 au lait', 'cafe\u0301 au lait'] as const;
    for (const chosen of [composed, decomposed]) {
      const stored = await hashPassword(chosen);
      expect(await passwordMatches(stored, composed)).toBe(true);
      expect(await passwordMatches(stored, decomposed)).toBe(true);
      expect(await passwordMatches(stored, 'cafe au lait')).toBe(false);
    }
    const fromBefore = await hash(decomposed);
    expect(await passwordMatches(fromBefore, decomposed)).toBe(true);
  });

  it('never match without a hash, not even if they are empty', async () => {
    expect(await passwordMatches(null, '')).toBe(false);
  });

  it('take about as long to check without a hash as with one [AUTH-10]', async () => {
    const hash = await hashPassword('secret');
    await passwordMatches(null, 'warm-up');
    const time = async (stored: string | null): Promise<number> => {
      const before = process.cpuUsage();
      for (let i = 0; i < 5; i++) await passwordMatches(stored, 'wrong');
      return process.cpuUsage(before).user;
    };
    const [known, unknown] = [await time(hash), await time(null)];
    expect(unknown).toBeGreaterThan(known / 4);
  });
});
