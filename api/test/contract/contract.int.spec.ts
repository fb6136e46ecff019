import { expect, it } from '@jest/globals';
import { findViolations } from './contract.fixtures.js';

it('every route keeps its contract for generated requests of each role [ERR-6]', async () => {
  const { violations, requests } = await findViolations({ seed: 20261123, valid: 4, suspect: 12 });
  expect(violations).toEqual([]);
  expect(requests).toBeGreaterThan(1000);
});
