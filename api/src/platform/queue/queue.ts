import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import type { Config } from '../config/config.js';

/** BullMQ's tables live apart from ours. */
export const QUEUE_SCHEMA = 'bullmq';

const PRODUCER_POOL_SIZE = 2;
const WORKER_POOL_SIZE = 4;
const ADD_TIMEOUT_MS = 5_000;
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
  close(): Promise<void>;
}

/** The consuming side of a queue. */
export interface JobWorker {
  /** Takes no more jobs and lets those in hand finish. */
  close(): Promise<void>;
}

/** How the jobs of a queue are worked on. */
export interface JobHandling<Data> {
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
  { attempts, onError }: Pick<JobHandling<Data>, 'attempts' | 'onError'>,
): JobQueue<Data> {
  const queue =
    config.redisUrl === null
      ? new Queue(name, { connection: postgres(config, PRODUCER_POOL_SIZE) }, createPostgresBackend)
      : new Queue(name, { connection: { url: config.redisUrl, maxRetriesPerRequest: 1 } });
  queue.on('error', onError);
  // Finished jobs leave the queue: what became of them is for the job's owner to remember.
  const opts = { attempts, backoff: { type: 'custom' }, removeOnComplete: true, removeOnFail: true };
  return {
    async add(jobs) {
      // One by one and with ids of ours: adding in bulk, or letting BullMQ number the jobs, makes its PostgreSQL
      // backend create temporary tables and sequences, which the application's role must not be able to do.
      await inTime(Promise.all(jobs.map(({ id, data }) => queue.add(name, data, { ...opts, jobId: id }))));
    },
    close: () => queue.close(),
  };
}

/** Starts working on a queue. Waits, however long, for a store that is down. */
export function startJobWorker<Data>(
  config: Config,
  name: QueueName,
  handling: JobHandling<Data>,
): JobWorker {
  const process = (job: { data: Data; attemptsMade: number }): Promise<void> =>
    handling.process(job.data, job.attemptsMade + 1 >= handling.attempts);
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
          { ...options, connection: postgres(config, WORKER_POOL_SIZE) },
          createPostgresBackend,
        )
      : new Worker(name, process, {
          ...options,
          connection: { url: config.redisUrl, maxRetriesPerRequest: null },
        });
  worker.on('error', (error) => handling.onError(error));
  return { close: () => worker.close() };
}

function postgres(config: Config, max: number) {
  return { connectionString: config.databaseUrl, schema: QUEUE_SCHEMA, max };
}

/** A store that is down would be waited for; the caller has better things to do, and tries again later. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const tooLate = pause(ADD_TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
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
