// @ts-check
// `node healthcheck.mjs URL`: a container's health check. Exits with 0 if the URL answers with a 2xx status, else with 1.
const [url = ''] = process.argv.slice(2);
const TIMEOUT_MS = 4_000;

try {
  const { ok } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
