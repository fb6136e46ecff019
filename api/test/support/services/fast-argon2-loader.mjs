// @ts-check
// A module loader for program-host.mjs only: the product's import of argon2 gets a version with minimal cost.

const FAST = new URL('fast-argon2.mjs', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@node-rs/argon2' && context.parentURL !== FAST) {
    return { url: FAST, format: 'module', shortCircuit: true };
  }
  return nextResolve(specifier, context);
}
