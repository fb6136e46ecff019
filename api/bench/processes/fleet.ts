import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const READY_MS = 60_000;
const MAIN = path.join(import.meta.dirname, '../../src/main.js');
/** `npm run bench` starts this in the repository's root. */
const CONFIGURATION = path.resolve('infra/nginx');

/** API processes behind nginx, by their numbers. */
export interface Fleet {
  readonly url: string;
  readonly apis: readonly number[];
  readonly nginx: readonly number[];
  stop(): Promise<void>;
}

/** Starts so many APIs, and nginx with production's configuration before them. */
export async function startFleet(folder: string, processes: number): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: processes + 1 }, freePort));
  const [front = 0, ...apiPorts] = ports;
  const url = `http://127.0.0.1:${front}`;
  const apis = apiPorts.map((port) => startApi(folder, port, url));
  const nginx = startNginx(folder, front, apiPorts);
  const all = [nginx, ...apis];
  try {
    for (const port of apiPorts) await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    await until(async () => (await fetch(`${url}/healthz`)).ok);
  } catch (error) {
    await Promise.all(all.map(end));
    throw error;
  }
  return {
    url,
    apis: apis.map(({ pid }) => pid ?? 0),
    nginx: [nginx.pid ?? 0],
    stop: async () => {
      await Promise.all(all.map(end));
    },
  };
}

function startApi(folder: string, port: number, publicUrl: string): ChildProcess {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    MONIKER_PROFILE: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:9',
    LEDGER_VERIFY_HOURS: '0',
  };
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function startNginx(folder: string, front: number, apiPorts: readonly number[]): ChildProcess {
  const home = path.join(folder, `nginx-${front}`);
  cpSync(CONFIGURATION, path.join(home, 'conf'), { recursive: true });
  mkdirSync(path.join(home, 'run'));
  // As root, nginx gives its workers another account, which must reach the folders.
  chmodSync(folder, 0o711);
  const place = {
    'plain-port.conf': `listen 127.0.0.1:${front};`,
    'web-root.conf': `root ${home};`,
    'api-servers.conf': apiPorts.map((port) => `server 127.0.0.1:${port};`).join('\n'),
    'trusted-proxies.conf': '',
  };
  for (const [name, text] of Object.entries(place)) writeFileSync(path.join(home, 'conf/place', name), text);
  const log = openSync(path.join(home, 'nginx.log'), 'a');
  const args = ['-p', `${home}/run/`, '-c', `${home}/conf/plain.conf`, '-g', 'daemon off;'];
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
  return spawn('nginx', args, { env, stdio: ['ignore', log, log] });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('the processes did not become ready');
    await wait(100);
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
