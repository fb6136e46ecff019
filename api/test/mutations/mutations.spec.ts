import { describe, expect, it } from '@jest/globals';
import { AREAS, MUTATIONS } from './all-mutations.mjs';
import { problemsOf } from './check-mutation.mjs';

const MIN_TOTAL = 60;
const MIN_PER_AREA = 6;

describe('the mutations', () => {
  it.each(MUTATIONS.map((mutation) => [`${mutation.area}/${mutation.id}`, mutation] as const))(
    'each have one anchor and a test: %s',
    (_id, mutation) => {
      expect(problemsOf(mutation)).toEqual([]);
    },
  );

  it('have unique ids', () => {
    expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(MUTATIONS.length);
  });

  it('have unique effects', () => {
    const effects = MUTATIONS.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
    expect(new Set(effects).size).toBe(MUTATIONS.length);
  });

  it(`are at least ${MIN_TOTAL} in total`, () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(MIN_TOTAL);
  });

  it.each(AREAS)(`cover the area %s at least ${MIN_PER_AREA} times`, (area) => {
    expect(MUTATIONS.filter((mutation) => mutation.area === area).length).toBeGreaterThanOrEqual(
      MIN_PER_AREA,
    );
  });
});
