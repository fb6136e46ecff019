import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Config } from '../config/config.js';
import { DataLossDetector } from '../redis/data-loss-detector.js';
import { openRedis } from '../redis/redis-client.js';

/** Schema of BullMQ's tables, separate from ours. */
export const QUEUE_SCHEMA = 'bullmq';

const PRODUCER_POOL_SIZE = 2;
const WORKER_POOL_SIZE = 4;
const ADD_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** A dead worker's jobs are taken over after about this long. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** Maximum number of takeovers of one job. High, because a takeover is not the job's failure. */
const MAX_STALLED = 50;

/** All queue names. */
export type QueueName = 'mail';

/** A job with an id chosen by the caller. */
export interface NewJob<Data> {
  readonly id: string;
  readonly data: Data;
}

/** The producing side of a queue. The store that holds its jobs is Redis or PostgreSQL. */
export interface JobQueue<Data> {
  /** Adds jobs. Ignores a job whose id is already queued. Fails quickly while the store is down. */
  add(jobs: readonly NewJob<Data>[]): Promise<void>;
  /** Number of jobs waiting to run, including those waiting for another attempt. */
  count(): Promise<number>;
  /**
   * Whether jobs may have been lost since the last call because the store was emptied or restarted (OPS-7). Fails
   * quickly while the store is down.
   */
  mayHaveLostJobs(): Promise<boolean>;
  close(): Promise<void>;
}

/** The consuming side of a queue. */
export interface JobWorker {
  /** Takes no more jobs, and waits for the running ones. */
  close(): Promise<void>;
}

/** Processes a queue's jobs. */
export interface JobHandler<Data> {
  readonly concurrency: number;
  readonly attempts: number;
  /** Delay after `failedAttempts` failed attempts. */
  backoffMs(failedAttempts: number): number;
  /** Processes a job. If this throws, the attempt has failed. `isLast` is true for the last attempt. */
  process(data: Data, isLast: boolean): Promise<void>;
  /** Receives the store's errors. */
  onError(error: Error): void;
}

/** Opens the producing side, on Redis if configured, otherwise on PostgreSQL. */
export function openQueue<Data>(
  config: Config,
  name: QueueName,
  { attempts, onError }: Pick<JobHandler<Data>, 'attempts' | 'onError'>,
): JobQueue<Data> {
  const { redisUrl } = config;
  const queue =
    redisUrl === null
      ? new Queue(name, { connection: postgresConnection(config, PRODUCER_POOL_SIZE) }, createPostgresBackend)
      : new Queue(name, { connection: { url: redisUrl, maxRetriesPerRequest: 1 } });
  queue.on('error', onError);
  const redis = redisUrl === null ? null : openRedis(redisUrl, onError);
  const detector = redis === null ? null : new DataLossDetector(redis);
  // Completed and failed jobs are removed, because the job handler records the outcome.
  const opts = { attempts, backoff: { type: 'custom' }, removeOnComplete: true, removeOnFail: true };
  return {
    async add(jobs) {
      // Adds jobs individually and with our own ids. Adding in bulk, or letting BullMQ number them, makes its
      // PostgreSQL backend create temporary tables and sequences, which the application's role is not allowed to
      // create.
      const added = jobs.map(({ id, data }) => queue.add(name, data, { ...opts, jobId: id }));
      await withTimeout(Promise.all(added), ADD_TIMEOUT_MS);
    },
    count: () => withTimeout(queue.count(), ADD_TIMEOUT_MS),
    // Jobs in PostgreSQL are as durable as the rows they refer to: both are in one database.
    mayHaveLostJobs: () => detector?.mayHaveLost() ?? Promise.resolve(false),
    async close() {
      redis?.disconnect();
      await withTimeout(queue.close(), CLOSE_TIMEOUT_MS).catch((error: unknown) => onError(asError(error)));
    },
  };
}

/** Starts processing a queue. Waits for the store if it is down. */
export function startJobWorker<Data>(config: Config, name: QueueName, handler: JobHandler<Data>): JobWorker {
  const running = new Set<Promise<void>>();
  const process = async (job: { data: Data; attemptsMade: number }): Promise<void> => {
    const work = handler.process(job.data, job.attemptsMade + 1 >= handler.attempts);
    running.add(work);
    await work.finally(() => running.delete(work));
  };
  const options = {
    concurrency: handler.concurrency,
    settings: { backoffStrategy: (failedAttempts: number) => handler.backoffMs(failedAttempts) },
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
  };
  const worker =
    config.redisUrl === null
      ? new Worker(
          name,
          process,
          { ...options, connection: postgresConnection(config, WORKER_POOL_SIZE) },
          createPostgresBackend,
        )
      : new Worker(name, process, {
          ...options,
          connection: { url: config.redisUrl, maxRetriesPerRequest: null },
        });
  worker.on('error', (error) => handler.onError(error));
  return {
    async close() {
      const closed = worker.close();
      closed.catch(() => undefined);
      await Promise.allSettled(running);
      // Tells the store that the jobs are done. If the store is down, it will deliver them again, and the handler
      // will find that they are done.
      await withTimeout(closed, CLOSE_TIMEOUT_MS).catch((error: unknown) => handler.onError(asError(error)));
    },
  };
}

function postgresConnection(config: Config, max: number) {
  return { connectionString: config.databaseUrl, schema: QUEUE_SCHEMA, max };
}

/**
 * Waits for `work`, but rejects after `timeoutMs`. BullMQ itself would wait for a store that is down. Here, the caller
 * retries later instead.
 */
async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const timer = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error('the queue is not responding');
  });
  work.catch(() => undefined);
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
