import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Load, LoadResult } from './load.js';

const READY_MS = 60_000;

/** An API of the benchmark in a process of its own. */
export interface Server {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startServer(): Promise<Server> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-http-'));
  const port = await freePort();
  const env = {
    ...process.env,
    MONIKER_PROFILE: 'local',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const api = fork(path.join(import.meta.dirname, 'api.js'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(api, 'exit');
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return {
    port,
    async stop() {
      api.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a load in a process of its own. */
export async function runLoad(plan: Load): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'load-process.js'));
  const result = once(child, 'message');
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the load on ${plan.address} failed`);
  });
  failed.catch(() => undefined);
  child.send(plan);
  const [message] = (await Promise.race([result, failed])) as [LoadResult];
  return message;
}

async function untilReady(address: string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!(await isReady(address))) {
    if (performance.now() > deadline) throw new Error('the API did not start');
    await wait(200);
  }
}

function isReady(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
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
