import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ConfigError } from '../config/config.js';
import { errorCodeOf } from '../polling.js';
import { infoValue } from './redis-client.js';

const TIMEOUT_MS = 3_000;
/** BullMQ demands it: under any other policy a full Redis throws jobs away without a word. */
const REQUIRED_POLICY = 'noeviction';

/**
 * Looks at the Redis of REDIS_URL before anything is entrusted to it. Throws `ConfigError` for one that does not let
 * us in or would throw jobs away; one that is down is only mentioned, since it is waited for later as well.
 */
export async function requireUsableRedis(url: string | null): Promise<void> {
  if (url === null) return;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    // Otherwise a connection that is refused the login would only be told as closed.
    enableReadyCheck: false,
  });
  let failure: unknown;
  redis.on('error', (error) => (failure ??= error));
  try {
    await redis.connect();
    assertNoEviction(infoValue(await redis.info('memory'), 'maxmemory_policy'));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throwIfAccessDenied(failure ?? error);
    new Logger('Redis').warn({ problem: 'Redis does not answer', reason: errorCodeOf(failure ?? error) });
  } finally {
    redis.disconnect();
  }
}

/** A policy that is not told is one that its provider answers for. */
function assertNoEviction(policy: string | null): void {
  if (policy === null || policy === REQUIRED_POLICY) return;
  throw new ConfigError([
    `The Redis of REDIS_URL has maxmemory-policy ${policy}, which loses jobs; set it to ${REQUIRED_POLICY}`,
  ]);
}

function throwIfAccessDenied(error: unknown): void {
  const words = error instanceof Error ? error.message : '';
  const code = /^(WRONGPASS|NOAUTH|NOPERM)\b/.exec(words)?.[1];
  if (code === undefined) return;
  throw new ConfigError([`The Redis of REDIS_URL refuses its user or password (${code})`]);
}
