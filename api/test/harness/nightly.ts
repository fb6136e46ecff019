import { it } from '@jest/globals';

declare global {
  /** Set by the Jest project that reruns the files that contain nightly tests, in api/jest.config.mjs. */
  var NIGHTLY: true | undefined;
}

/**
 * `it` for a test that repeats a faster daily test with more processes or kills. The daily run skips it; `npm run
 * test:full` runs the file a second time, including it.
 */
export const itNightly = globalThis.NIGHTLY === true ? it : it.skip;
