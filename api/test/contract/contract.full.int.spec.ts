import { describe, expect, it } from '@jest/globals';
import { useMailingBank } from '../harness/index.js';
import { findViolations } from './contract.fixtures.js';

describe.each([1, 2, 3])('every route', (seed) => {
  const bank = useMailingBank();

  it(`keeps its contract for many generated requests, seed ${seed} [ERR-6]`, async () => {
    const size = { seed, valid: 20, suspect: Infinity, otherRoles: 5 };
    const { violations, requests } = await findViolations(bank, size);
    expect(violations).toEqual([]);
    expect(requests).toBeGreaterThan(5000);
  }, 600_000);
});
