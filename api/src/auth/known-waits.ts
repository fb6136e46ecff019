import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Config } from '../platform/config/config.js';
import { reasonOf } from '../platform/polling.js';
import { openRedis } from '../platform/redis/redis-client.js';
import { CLOCK, CONFIG, type Clock } from '../platform/tokens.js';

/** What is known here is believed this long, so that a note which could not be taken back does little harm. */
const KNOWN_FOR_MS = 5_000;
/** After a failure Redis is left alone this long, so that a hanging one costs few requests a wait. */
const REST_MS = 1_000;

/**
 * Who has to wait, shared by all API processes through Redis, so that a flood of refused attempts does not reach
 * PostgreSQL. PostgreSQL remains what counts: these notes only repeat its refusals. Without Redis, or with one that
 * is down or has lost everything, nothing is known here, nobody is let in by that, and nothing throws.
 */
@Injectable()
export class KnownWaits implements OnApplicationShutdown {
  private readonly logger = new Logger('KnownWaits');
  private readonly redis: Redis | null;
  private restUntil = 0;
  private isInTrouble = false;

  constructor(
    @Inject(CONFIG) { redisUrl }: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.redis = redisUrl === null ? null : openRedis(redisUrl, (error) => this.complain(error));
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** The end of a wait, or null where none is known. */
  async endOf(key: Buffer): Promise<Date | null> {
    const end = await this.ask((redis) => redis.get(nameOf(key)));
    return end === null ? null : new Date(Number(end));
  }

  /** Notes that somebody was refused until then. */
  async note(key: Buffer, end: Date): Promise<void> {
    const forMs = Math.min(KNOWN_FOR_MS, end.getTime() - this.now().getTime());
    if (forMs < 1) return;
    await this.ask((redis) => redis.set(nameOf(key), end.getTime(), 'PX', forMs));
  }

  async forget(key: Buffer): Promise<void> {
    await this.ask((redis) => redis.del(nameOf(key)));
  }

  private async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T | null> {
    const now = this.now().getTime();
    if (this.redis === null || now < this.restUntil) return null;
    try {
      const answer = await command(this.redis);
      this.isInTrouble = false;
      return answer;
    } catch (error) {
      this.restUntil = this.now().getTime() + REST_MS;
      this.complain(error);
      return null;
    }
  }

  /** Once, until Redis answers again. */
  private complain(error: unknown): void {
    if (this.isInTrouble) return;
    this.isInTrouble = true;
    this.logger.warn({ problem: 'Redis does not answer; waits are looked up', reason: reasonOf(error) });
  }
}

/** The key is a keyed digest: it tells nobody whose wait it is. */
const nameOf = (key: Buffer): string => `moniker:wait:${key.toString('base64url')}`;
