// @ts-check

export default async function globalTeardown() {
  await /** @type {any} */ (globalThis).closeTestServer?.();
}
