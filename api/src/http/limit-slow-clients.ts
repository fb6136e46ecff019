import type { IncomingMessage, Server } from 'node:http';
import type { Config } from '../platform/config/config.js';

/**
 * How long the server keeps an idle connection open: longer than its clients do (nginx: 4 s; load balancers: usually
 * 60 s), so that they close it first. A request sent while the server closes the connection would be lost.
 */
const KEEP_ALIVE_MS = 65_000;
/** Connections inactive for this long are closed; the client may have stopped reading. */
const SILENCE_MS = 90_000;
/** How often to look for slow connections. Node's default is 30 seconds. */
const CHECK_EVERY_MS = 1_000;

/** Longer than any upload can take: at the minimum rate for uploads (FILE-22), even the largest one ends sooner. */
const UPLOAD_TIMEOUT_MS = 6 * 60 * 1000;
const UPLOAD = /^\/objects\/uploads\//;

/** Closes the connections of clients that send requests too slowly (OPS-15). Call it before the server listens. */
export function limitSlowClients(
  server: Server,
  { headersTimeoutMs, requestTimeoutMs }: Pick<Config, 'headersTimeoutMs' | 'requestTimeoutMs'>,
): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = Math.max(requestTimeoutMs, UPLOAD_TIMEOUT_MS);
  server.on('request', (request: IncomingMessage) => limitBody(request, requestTimeoutMs));
  server.setTimeout(SILENCE_MS);
  // `connectionsCheckingInterval` is an option of `createServer`, but Nest calls `createServer` without options. Node
  // reads the value when the server starts listening.
  Object.assign(server, { connectionsCheckingInterval: CHECK_EVERY_MS });
}

/** Limits the time allowed for sending a body, except for uploads. Node has only one limit for all requests. */
function limitBody(request: IncomingMessage, withinMs: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (!hasBody || (request.method === 'PUT' && UPLOAD.test(request.url ?? ''))) return;
  const timer = setTimeout(() => request.destroy(), withinMs);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
