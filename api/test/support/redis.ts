import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Redis } from 'ioredis';
import { temporaryFolder } from './database.js';
import { freePort } from './ports.js';
import { waitFor } from './wait-for.js';

const SETPRIV = '/usr/bin/setpriv';

const CONFIGURED_PATH = process.env['REDIS_SERVER_PATH'];
const FOLDERS = (process.env['PATH'] ?? '').split(path.delimiter);
const CANDIDATE_PATHS =
  CONFIGURED_PATH === undefined
    ? FOLDERS.map((folder) => path.join(folder, 'redis-server'))
    : [CONFIGURED_PATH];
const PROGRAM = CANDIDATE_PATHS.find((place) => existsSync(place));

/** Whether tests on Redis can run here; the run says so where they cannot. */
export const HAS_REDIS = PROGRAM !== undefined;

/** A redis-server of a test's own: loopback, with a password and an append-only file, as in production. */
export interface RedisServer {
  readonly url: string;
  /** Sends commands as an administrator would. */
  withClient<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Its append-only file: every write, whatever became of it since. */
  readAppendOnlyFile(): Promise<string>;
  /** Resolves when its file has what it was told so far: a kill loses nothing of that. */
  untilPersisted(): Promise<void>;
  /** Stops answering, with all connections open, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends it the way a power cut would. */
  kill9(): Promise<void>;
  /** Starts it again, on the same port, with what its file still has. */
  restart(): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** Starts a Redis; `settings` are laid over those of `redis.conf` below. */
export async function startRedis(settings: Record<string, string> = {}): Promise<RedisServer> {
  const [folder, port, password] = [
    await mkdtemp(path.join(await temporaryFolder(), 'redis-')),
    await freePort(),
    randomBytes(16).toString('hex'),
  ];
  const file = path.join(folder, 'redis.conf');
  const lines = {
    ...{ bind: '127.0.0.1', port: String(port), requirepass: password, dir: folder },
    ...{ appendonly: 'yes', 'maxmemory-policy': 'noeviction', loglevel: 'warning', ...settings },
  };
  const text = Object.entries(lines).map(([name, value]) => `${name} ${value}\n`);
  await writeFile(file, text.join(''), { mode: 0o600 });
  const url = `redis://:${password}@127.0.0.1:${port}/0`;
  let child = await run(file, url);
  return {
    url,
    withClient: (command) => withClient(url, command),
    readAppendOnlyFile: () => textIn(path.join(folder, 'appendonlydir')),
    untilPersisted: async () => {
      const isWritten = async (): Promise<boolean> =>
        /^aof_buffer_length:0\r?$/m.test(await withClient(url, (redis) => redis.info('persistence')));
      await waitFor(isWritten, { what: 'the file of Redis to have everything' });
    },
    freeze: () => signal(child, 'SIGSTOP'),
    thaw: () => signal(child, 'SIGCONT'),
    kill9: () => end(child),
    restart: async () => {
      child = await run(file, url);
    },
    close: () => end(child),
  };
}

/** Starts the program so that it ends with this process, and waits until it has read its file. */
async function run(file: string, url: string): Promise<ChildProcess> {
  if (PROGRAM === undefined) throw new Error('There is no redis-server');
  const [command = '', ...args] = existsSync(SETPRIV)
    ? [SETPRIV, '--pdeathsig', 'KILL', PROGRAM, file]
    : [PROGRAM, file];
  const child = spawn(command, args, { stdio: 'ignore' });
  const isUp = async (): Promise<boolean> => {
    if (hasEnded(child)) return true;
    return withClient(url, async (redis) => Boolean(await redis.ping()));
  };
  await waitFor(isUp, { what: 'Redis' });
  if (hasEnded(child)) throw new Error('redis-server ended at once');
  return child;
}

async function textIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'));
  return (await Promise.all(files)).join('\n');
}

function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (!child.kill(name)) throw new Error('Redis is not running');
  return Promise.resolve();
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function withClient<T>(url: string, command: (redis: Redis) => Promise<T>): Promise<T> {
  // Loaded here only: most files that import this folder never ask Redis.
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
