// @ts-check
// argon2 at its minimal cost, for programs that program-host.mjs runs. No setting of the product enables this. A hash
// contains its cost, so normal and cheap argon2 can verify each other's hashes.
import { createRequire } from 'node:module';

const MINIMAL_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Milliseconds spent hashing so far; `npm test -- --times` reports them. */
export const spent = { hashingMs: 0 };

/**
 * Replaces argon2's functions with cheap ones for every module of this process that imports the library later. This
 * works because the library is CommonJS, so an import takes the functions that are in the library's exports at the time
 * of the import. (A module loader could do the same, but all imports would pass through its thread, which would make
 * loading the product 50% slower.)
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
