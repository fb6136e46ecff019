import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Config } from '../config/config.js';
import { DataLossDetector } from '../redis/data-loss-detector.js';
import { openRedis } from '../redis/redis-client.js';

/** BullMQ's tables live apart from ours. */
export const QUEUE_SCHEMA = 'bullmq';

const PRODUCER_POOL_SIZE = 2;
const WORKER_POOL_SIZE = 4;
const ADD_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 3_000;
/** A worker that died is noticed about this soon, and its jobs are taken over. */
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
/** Being taken over is not a failure: only the job's own attempts count. */
const MAX_STALLED = 50;

/** Names of all queues. */
export type QueueName = 'mail';

/** A job under an id of the caller's. */
export interface NewJob<Data> {
  readonly id: string;
  readonly data: Data;
}

/** The producing side of a queue. */
export interface JobQueue<Data> {
  /** Adds jobs; one whose id is in the queue already is left as it is. Throws soon when the store is down. */
  add(jobs: readonly NewJob<Data>[]): Promise<void>;
  /**
   * Whether jobs may have been lost since the last call, because the store was emptied or started anew. Throws soon
   * when the store is down.
   */
  mayHaveLostJobs(): Promise<boolean>;
  close(): Promise<void>;
}

/** The consuming side of a queue. */
export interface JobWorker {
  /** Takes no more jobs and lets those in hand finish. */
  close(): Promise<void>;
}

/** How the jobs of a queue are worked on. */
export interface JobHandler<Data> {
  readonly concurrency: number;
  readonly attempts: number;
  /** How long to wait after so many failed attempts. */
  backoffMs(failedAttempts: number): number;
  /** Throwing fails the attempt; `isLast` says that there will be no other. */
  process(data: Data, isLast: boolean): Promise<void>;
  /** Hears of trouble with the store. */
  onError(error: Error): void;
}

/** Opens the producing side: on Redis if there is one, on PostgreSQL otherwise. */
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
  const watched = redisUrl === null ? null : openRedis(redisUrl, onError);
  const watch = watched === null ? null : new DataLossDetector(watched);
  // Finished jobs leave the queue: what became of them is for the job's owner to remember.
  const opts = { attempts, backoff: { type: 'custom' }, removeOnComplete: true, removeOnFail: true };
  return {
    async add(jobs) {
      // One by one and with ids of ours: adding in bulk, or letting BullMQ number the jobs, makes its PostgreSQL
      // backend create temporary tables and sequences, which the application's role must not be able to do.
      const added = jobs.map(({ id, data }) => queue.add(name, data, { ...opts, jobId: id }));
      await withTimeout(Promise.all(added), ADD_TIMEOUT_MS);
    },
    // Jobs in PostgreSQL are as safe as what they are about: both are in one database.
    mayHaveLostJobs: () => watch?.mayHaveLost() ?? Promise.resolve(false),
    async close() {
      watched?.disconnect();
      await withTimeout(queue.close(), CLOSE_TIMEOUT_MS).catch((error: unknown) => onError(asError(error)));
    },
  };
}

/** Starts working on a queue. Waits, however long, for a store that is down. */
export function startJobWorker<Data>(config: Config, name: QueueName, handling: JobHandler<Data>): JobWorker {
  const inHand = new Set<Promise<void>>();
  const process = async (job: { data: Data; attemptsMade: number }): Promise<void> => {
    const work = handling.process(job.data, job.attemptsMade + 1 >= handling.attempts);
    inHand.add(work);
    await work.finally(() => inHand.delete(work));
  };
  const options = {
    concurrency: handling.concurrency,
    settings: { backoffStrategy: (failedAttempts: number) => handling.backoffMs(failedAttempts) },
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
  worker.on('error', (error) => handling.onError(error));
  return {
    async close() {
      const closed = worker.close();
      closed.catch(() => undefined);
      await Promise.allSettled(inHand);
      // The store is told that they are done. If it is down, it learns that they are from whoever gets them next.
      await withTimeout(closed, CLOSE_TIMEOUT_MS).catch((error: unknown) => handling.onError(asError(error)));
    },
  };
}

function postgresConnection(config: Config, max: number) {
  return { connectionString: config.databaseUrl, schema: QUEUE_SCHEMA, max };
}

/** A store that is down would be waited for; the caller has better things to do, and tries again later. */
async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const tooLate = pause(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error('the queue does not answer');
  });
  work.catch(() => undefined);
  tooLate.catch(() => undefined);
  try {
    await Promise.race([work, tooLate]);
  } finally {
    timer.abort();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
