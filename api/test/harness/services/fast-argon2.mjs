// @ts-check
// argon2 at its minimal cost, for programs that program-host.mjs runs. The product has no switch that leads here. The
// hashes name their own cost, so either version verifies what the other one made.
import { createRequire } from 'node:module';

const MINIMAL_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Milliseconds spent hashing so far; `npm test -- --times` reports them. */
export const spent = { hashingMs: 0 };

/**
 * Gives the cheap functions to every module of this process that imports argon2 from now on. The library is CommonJS:
 * an import takes the functions that its exports hold at that time. (A module loader could replace it as well, but all
 * imports would pass through its thread, which makes loading the product 50% slower.)
 */
export function useFastArgon2() {
  /** @type {typeof import('@node-rs/argon2')} */
  const library = createRequire(import.meta.url)('@node-rs/argon2');
  const { hash, verify } = library;
  Object.assign(library, {
    hash: (/** @type {string} */ password, /** @type {{ salt?: Uint8Array }} */ { salt } = {}) =>
      timed(() => hash(password, salt === undefined ? MINIMAL_COST : { ...MINIMAL_COST, salt })),
    verify: (/** @type {string} */ hashed, /** @type {string} */ password) =>
      timed(() => verify(hashed, password)),
  });
}

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function timed(work) {
  const started = performance.now();
  try {
    return await work();
  } finally {
    spent.hashingMs += performance.now() - started;
  }
}
