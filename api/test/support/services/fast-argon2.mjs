// @ts-check
// argon2 at its minimal cost, for programs that program-host.mjs runs. The product has no switch that leads here. The
// hashes name their own cost, so either version verifies what the other one made.
import * as argon2 from '@node-rs/argon2';

const MINIMAL_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Milliseconds spent here so far; `npm test -- --times` reports them. */
export const spent = { hashingMs: 0 };

/**
 * @param {string} password
 * @param {{ salt?: Uint8Array }} [options]
 */
export const hash = (password, { salt } = {}) =>
  timed(() => argon2.hash(password, salt === undefined ? MINIMAL_COST : { ...MINIMAL_COST, salt }));

/**
 * @param {string} hashed
 * @param {string} password
 */
export const verify = (hashed, password) => timed(() => argon2.verify(hashed, password));

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
