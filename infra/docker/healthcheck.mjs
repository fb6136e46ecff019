// @ts-check
// `node healthcheck.mjs URL` for a container's health check: ends with 0 if the address answers that all is well.
const [url = ''] = process.argv.slice(2);
const TIMEOUT_MS = 4_000;

try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
