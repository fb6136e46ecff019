import { expect, it } from '@jest/globals';
import { findViolations } from './contract.fixtures.js';

it.each([1, 2, 3])(
  'every route keeps its contract for many generated requests, seed %s [ERR-6]',
  async (seed) => {
    const { violations, requests } = await findViolations({
      seed,
      valid: 20,
      suspect: Infinity,
      otherRoles: 5,
    });
    expect(violations).toEqual([]);
    expect(requests).toBeGreaterThan(5000);
  },
  600_000,
);
