import { query, type TestDatabase } from './database.js';
import { HAS_REDIS, startRedis, type RedisServer } from './redis.js';

/** Where jobs are stored. With Redis, the backoff cache is stored there too. */
export type JobStoreKind = 'PostgreSQL' | 'Redis';

/** The stores that are available on this machine. Short suites run once for each. */
export const JOB_STORES: readonly JobStoreKind[] = HAS_REDIS ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

declare global {
  /** Set per Jest project in api/jest.config.mjs. */
  var JOB_STORE: JobStoreKind | undefined;
}

/**
 * The only store that long suites use: PostgreSQL in daily runs, Redis in the nightly run. Empty if that store is not
 * available.
 */
export const JOB_STORE_OF_RUN: readonly JobStoreKind[] = [globalThis.JOB_STORE ?? 'PostgreSQL'].filter(
  (kind) => JOB_STORES.includes(kind),
);

/** A job store, with access for tests. */
export interface JobStore {
  /** Settings that make the programs use this store. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns each job's data and, if it failed, the reason. */
  jobs(): Promise<StoredJob[]>;
  /** Returns the whole content as text; for Redis, everything ever written. */
  dump(): Promise<string>;
  /** Deletes all jobs. */
  loseJobs(): Promise<void>;
  /** Clears the backoff cache in Redis. PostgreSQL has none. */
  clearBackoff(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredJob {
  readonly data: unknown;
  readonly failedReason: string | null;
}

/** Opens a store of the given kind for one database. */
export async function openJobStore(kind: JobStoreKind, database: TestDatabase): Promise<JobStore> {
  return kind === 'PostgreSQL' ? postgresJobStore(database) : redisJobStore(await startRedis());
}

function postgresJobStore({ superUrl }: TestDatabase): JobStore {
  return {
    env: {},
    jobs: () => query(superUrl, 'select data, failed_reason as "failedReason" from bullmq.job'),
    dump: async () => {
      const tables = await query<{ name: string }>(
        superUrl,
        `select table_name as name from information_schema.tables
          where table_schema = 'bullmq' and table_type = 'BASE TABLE'`,
      );
      const rows = tables.map(({ name }) =>
        query<{ text: string }>(superUrl, `select t::text as text from bullmq.${name} t`),
      );
      return (await Promise.all(rows))
        .flat()
        .map(({ text }) => text)
        .join('\n');
    },
    loseJobs: async () => {
      await query(superUrl, 'delete from bullmq.job');
    },
    clearBackoff: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Wraps a Redis that the test has started. */
export function redisJobStore(redis: RedisServer): JobStore {
  const hashes = async (): Promise<Record<string, string>[]> =>
    redis.withClient(async (client) => {
      const keys = await client.keys('bull:mail:*');
      const kinds = await Promise.all(keys.map((key) => client.type(key)));
      return Promise.all(
        keys.filter((_, index) => kinds[index] === 'hash').map((key) => client.hgetall(key)),
      );
    });
  return {
    env: { REDIS_URL: redis.url },
    jobs: async () =>
      (await hashes())
        .filter(({ data }) => data !== undefined)
        .map(({ data = '', failedReason }) => ({
          data: JSON.parse(data) as unknown,
          failedReason: failedReason ?? null,
        })),
    dump: () => redis.readAppendOnlyFile(),
    loseJobs: async () => {
      await redis.withClient((client) => client.flushall());
    },
    clearBackoff: async () => {
      await redis.withClient(async (client) => client.del('none', ...(await client.keys('moniker:wait:*'))));
    },
    close: () => redis.close(),
  };
}
