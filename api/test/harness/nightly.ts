import { it } from '@jest/globals';

declare global {
  /** Set in api/jest.config.mjs for the Jest project that reruns files with nightly tests. */
  var NIGHTLY: true | undefined;
}

/**
 * `it` for a test that repeats a faster daily test with more processes or kills. The daily run skips it. `npm run
 * test:full` runs its file a second time, with the nightly tests.
 */
export const itNightly = globalThis.NIGHTLY === true ? it : it.skip;
