import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Config } from '../../platform/config/config.js';
import { errorCodeOf } from '../../platform/process/polling.js';
import { openRedis } from '../../platform/redis/redis-client.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

/** Entries expire after this time, so an entry that could not be deleted does little harm. */
const CACHE_TTL_MS = 5_000;
/** For this long after a failure, Redis isn't used, so a Redis that hangs delays only a few requests. */
const RETRY_DELAY_MS = 1_000;

/**
 * Stores waiting times in Redis, for all API processes. During a key's wait, attempts with that key are refused. The
 * cache keeps a flood of such attempts away from PostgreSQL. PostgreSQL remains authoritative: the cache only repeats
 * its refusals. Without Redis, or while Redis is down or empty, PostgreSQL decides every attempt. The cache never
 * throws (AUTH-25).
 */
@Injectable()
export class BackoffCache implements OnApplicationShutdown {
  private readonly logger = new Logger('BackoffCache');
  private readonly redis: Redis | null;
  private retryAt = 0;
  private isFailing = false;

  constructor(
    @Inject(CONFIG) { redisUrl }: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.redis = redisUrl === null ? null : openRedis(redisUrl, (error) => this.logFailure(error));
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Returns the end of a key's wait, or null if none is known. */
  async blockedUntil(key: Buffer): Promise<Date | null> {
    const end = await this.run((redis) => redis.get(redisKeyOf(key)));
    return end === null ? null : new Date(Number(end));
  }

  /** Records that attempts with a key are refused until `end`. */
  async set(key: Buffer, end: Date): Promise<void> {
    const forMs = Math.min(CACHE_TTL_MS, end.getTime() - this.now().getTime());
    if (forMs < 1) return;
    await this.run((redis) => redis.set(redisKeyOf(key), end.getTime(), 'PX', forMs));
  }

  async delete(key: Buffer): Promise<void> {
    await this.run((redis) => redis.del(redisKeyOf(key)));
  }

  private async run<T>(command: (redis: Redis) => Promise<T>): Promise<T | null> {
    const now = this.now().getTime();
    if (this.redis === null || now < this.retryAt) return null;
    try {
      const result = await command(this.redis);
      this.isFailing = false;
      return result;
    } catch (error) {
      this.retryAt = this.now().getTime() + RETRY_DELAY_MS;
      this.logFailure(error);
      return null;
    }
  }

  /** Logs the first failure; stays silent until Redis responds again. */
  private logFailure(error: unknown): void {
    if (this.isFailing) return;
    this.isFailing = true;
    this.logger.warn({
      problem: 'Redis is not responding; using PostgreSQL for waits',
      reason: errorCodeOf(error),
    });
  }
}

/** `key` is a keyed hash, so Redis does not learn whose wait it is. */
const redisKeyOf = (key: Buffer): string => `moniker:wait:${key.toString('base64url')}`;
