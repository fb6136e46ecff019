import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { infoValue } from './redis-client.js';

/** Marks of watchers that are gone leave by themselves. */
const MARK_SECONDS = 3_600;

/**
 * Notices that a Redis may have lost what was put there: it was emptied (the watcher's own mark is gone), or it is
 * another process than before (started again, with or without its last writes, or a replica in its place).
 */
export class DataLossDetector {
  private readonly markerKey = `moniker:watch:${randomUUID()}`;
  private runId: string | null = null;

  constructor(private readonly redis: Redis) {}

  /**
   * Whether anything may have been lost since the last call; true at the first, which knows of no time before.
   * Throws when Redis does not answer, and then still knows no more than before.
   */
  async mayHaveLost(): Promise<boolean> {
    const runId = infoValue(await this.redis.info('server'), 'run_id');
    const marked = await this.redis.set(this.markerKey, '1', 'EX', MARK_SECONDS, 'GET');
    const isSame = marked !== null && runId === this.runId;
    this.runId = runId;
    return !isSame;
  }
}
