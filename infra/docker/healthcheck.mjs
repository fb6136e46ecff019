// @ts-check
// `node healthcheck.mjs URL` or `node healthcheck.mjs SOCKET`: a container's health check. Exits with 0 if the URL
// answers with a 2xx status, or if the document worker at the Unix socket refuses an empty upload; otherwise with 1.
import { once } from 'node:events';
import { connect } from 'node:net';

const [target = ''] = process.argv.slice(2);
const TIMEOUT_MS = 4_000;

try {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  if (target.startsWith('/')) await once(connect({ path: target, signal }).end(), 'data', { signal });
  else if (!(await fetch(target, { signal })).ok) throw new Error('not healthy');
  process.exit(0);
} catch {
  process.exit(1);
}
