import type { Server } from 'node:http';
import type { Config } from '../platform/config/config.js';

/**
 * Longer than clients keep idle connections (nginx: 4 s; load balancers: usually 60 s). The client side must close idle
 * connections, because a request sent into a closing connection is lost.
 */
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves for this long, such as that of a client that does not read. */
const SILENCE_MS = 90_000;
/** How often slow connections are looked for. Node's default is 30 seconds. */
const CHECK_EVERY_MS = 1_000;

/** Closes connections of clients that send their requests too slowly (OPS-15). Call it before the server listens. */
export function limitSlowClients(
  server: Server,
  { headersTimeoutMs, requestTimeoutMs }: Pick<Config, 'headersTimeoutMs' | 'requestTimeoutMs'>,
): void {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = headersTimeoutMs;
  server.requestTimeout = requestTimeoutMs;
  server.setTimeout(SILENCE_MS);
  // An option of `createServer`, which Nest calls without options. Read when the server begins to listen.
  Object.assign(server, { connectionsCheckingInterval: CHECK_EVERY_MS });
}
