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
const PROGRAM = CANDIDATE_PATHS.find((candidate) => existsSync(candidate));

/** Whether redis-server is installed. If not, the run reports that Redis tests are skipped. */
export const HAS_REDIS = PROGRAM !== undefined;

/** A redis-server for one test: on loopback, with a password and an append-only file, as in production. */
export interface RedisServer {
  readonly url: string;
  /** Runs commands as an administrator. */
  withClient<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  /** Returns its append-only file, which contains every write. */
  readAppendOnlyFile(): Promise<string>;
  /** Resolves once all writes so far are in the file, so that a kill loses none of them. */
  untilPersisted(): Promise<void>;
  /** Stops responding, with connections kept open, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Kills it with SIGKILL, like a power failure. */
  kill9(): Promise<void>;
  /** Restarts it on the same port with the data in its file. */
  restart(): Promise<void>;
  /** Ends it permanently. */
  close(): Promise<void>;
}

/** Starts a Redis. `settings` override the defaults below. */
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
      await waitFor(isWritten, { what: 'Redis to write its append-only file' });
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

/** Starts the program so that it ends with this process, and waits until it has loaded its file. */
async function run(file: string, url: string): Promise<ChildProcess> {
  if (PROGRAM === undefined) throw new Error('redis-server is not installed');
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
