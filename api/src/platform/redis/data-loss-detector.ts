import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { infoValue } from './redis-client.js';

/** A marker expires this long after the last call, so the markers of ended processes don't stay in Redis. */
const MARKER_SECONDS = 3_600;

/**
 * Detects that Redis may have lost data: our marker is gone (Redis was emptied), or the run id has changed (Redis
 * restarted, or a replica took over).
 */
export class DataLossDetector {
  private readonly markerKey = `moniker:watch:${randomUUID()}`;
  private runId: string | null = null;

  constructor(private readonly redis: Redis) {}

  /**
   * Whether data may have been lost since the last call; always true on the first call. If Redis does not respond,
   * throws and leaves the state unchanged.
   */
  async mayHaveLost(): Promise<boolean> {
    const runId = infoValue(await this.redis.info('server'), 'run_id');
    const previousMarker = await this.redis.set(this.markerKey, '1', 'EX', MARKER_SECONDS, 'GET');
    const isSame = previousMarker !== null && runId === this.runId;
    this.runId = runId;
    return !isSame;
  }
}
