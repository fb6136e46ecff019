import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { Redis as RedisProcess } from '../../../infra/chaos/redis.mjs';
import { hasRedis } from '../../../infra/local/testing/redis.mjs';
import { temporaryFolder } from './database.js';
import { waitFor } from './wait-for.js';

/** Whether redis-server is installed. If not, the run reports that Redis tests are skipped. */
export const HAS_REDIS = hasRedis();

/** A redis-server for one test: on loopback, with a password and an append-only file, as in production. */
export interface RedisServer {
  readonly url: string;
  /** Runs commands as an administrator. */
  withClient<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Returns the text of the append-only file, which contains every write. */
  readAppendOnlyFile(): Promise<string>;
  /** Resolves once all writes so far are in the file, so a kill loses none of them. */
  untilPersisted(): Promise<void>;
  /** Stops responding, with connections kept open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Kills the server with SIGKILL, so the server can't write anything more. */
  kill9(): Promise<void>;
  /** Restarts the server on the same port with the data in the append-only file. */
  restart(): Promise<void>;
  /** Ends the server permanently. */
  close(): Promise<void>;
}

/** Starts a Redis with production's settings. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(await temporaryFolder(), 'redis-'));
  const redis = new RedisProcess(folder);
  await redis.start();
  const { url } = redis;
  return {
    url,
    withClient: (command) => withClient(url, command),
    readAppendOnlyFile: () => textIn(path.join(folder, 'appendonlydir')),
    untilPersisted: async () => {
      const isWritten = async (): Promise<boolean> =>
        /^aof_buffer_length:0\r?$/m.test(await withClient(url, (client) => client.info('persistence')));
      await waitFor(isWritten, { what: 'Redis to write its append-only file' });
    },
    freeze: () => redis.signal('SIGSTOP'),
    thaw: () => redis.signal('SIGCONT'),
    kill9: () => redis.kill(),
    restart: () => redis.start(),
    close: () => redis.kill(),
  };
}

async function textIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
  return (await Promise.all(files)).join('\n');
}

async function withClient<T>(url: string, command: (redis: Redis) => Promise<T>): Promise<T> {
  // Imported only here: most files that import this folder never use Redis.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await command(redis);
  } finally {
    redis.disconnect();
  }
}
