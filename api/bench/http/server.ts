import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stopProcess, freePort, programEnv, waitUntilReady } from '../programs.js';
import type { HttpLoad, LoadResult } from './load.js';

/** An API process with the benchmark's routes. */
export interface ApiServer {
  readonly port: number;
  stop(): Promise<void>;
}

export async function startApiServer(): Promise<ApiServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-http-'));
  const port = await freePort();
  const env = programEnv(port, folder);
  const api = fork(path.join(import.meta.dirname, 'api.js'), {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await waitUntilReady(`http://127.0.0.1:${port}`);
  return {
    port,
    async stop() {
      await stopProcess(api);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a load in its own process. */
export async function runLoadProcess(plan: HttpLoad): Promise<LoadResult> {
  const child = fork(path.join(import.meta.dirname, 'load-process.js'));
  const result = once(child, 'message');
  const failed = once(child, 'exit').then(() => {
    throw new Error(`The load on ${plan.address} failed`);
  });
  failed.catch(() => undefined);
  child.send(plan);
  const [message] = (await Promise.race([result, failed])) as [LoadResult];
  return message;
}
