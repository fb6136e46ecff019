import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { ConfigError } from '../config/config.js';
import { errorCodeOf } from '../process/polling.js';
import { infoValue } from './redis-client.js';

const TIMEOUT_MS = 3_000;
/** Required by BullMQ. Under any other policy a full Redis silently evicts jobs. */
const REQUIRED_POLICY = 'noeviction';

/**
 * Checks the Redis at REDIS_URL at startup. A Redis that is down is only logged, because the program reconnects later.
 *
 * @throws ConfigError Redis denies access or may evict jobs
 */
export async function requireUsableRedis(url: string | null): Promise<void> {
  if (url === null) return;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    // With the ready check, a refused login would show only as a closed connection.
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
    new Logger('Redis').warn({ problem: 'Redis is not responding', reason: errorCodeOf(failure ?? error) });
  } finally {
    redis.disconnect();
  }
}

/** Accepts an unknown policy, because hosted services may hide it and are then responsible for it. */
function assertNoEviction(policy: string | null): void {
  if (policy === null || policy === REQUIRED_POLICY) return;
  throw new ConfigError([
    `The Redis at REDIS_URL has maxmemory-policy ${policy}, which loses jobs; set it to ${REQUIRED_POLICY}`,
  ]);
}

function throwIfAccessDenied(error: unknown): void {
  const message = error instanceof Error ? error.message : '';
  const code = /^(WRONGPASS|NOAUTH|NOPERM)\b/.exec(message)?.[1];
  if (code === undefined) return;
  throw new ConfigError([`Redis denies access with the user and password in REDIS_URL (${code})`]);
}
