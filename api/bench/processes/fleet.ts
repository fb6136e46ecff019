import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  stopProcess,
  freePort,
  programEnv,
  READY_TIMEOUT_MS,
  waitUntil,
  waitUntilReady,
} from '../programs.js';

const MAIN = path.join(import.meta.dirname, '../../src/apps/api.js');
/** Relative to the working directory, because `npm run bench` runs this program in the repository's root folder. */
const CONFIGURATION = path.resolve('infra/nginx');

/** API processes behind nginx, with their pids. */
export interface Fleet {
  readonly url: string;
  readonly apis: readonly number[];
  readonly nginx: readonly number[];
  stop(): Promise<void>;
}

/** Starts API processes behind an nginx with the production configuration. */
export async function startFleet(folder: string, processes: number): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: processes + 1 }, freePort));
  const [front = 0, ...apiPorts] = ports;
  const url = `http://127.0.0.1:${front}`;
  const apis = apiPorts.map((port) => startApi(folder, port, url));
  const nginx = startNginx(folder, front, apiPorts);
  const all = [nginx, ...apis];
  try {
    for (const port of apiPorts) await waitUntilReady(`http://127.0.0.1:${port}`);
    await waitUntil(async () => (await fetch(`${url}/healthz`)).ok, READY_TIMEOUT_MS, 'nginx');
  } catch (error) {
    await Promise.all(all.map(stopProcess));
    throw error;
  }
  return {
    url,
    apis: apis.map(({ pid }) => pid ?? 0),
    nginx: [nginx.pid ?? 0],
    stop: async () => {
      await Promise.all(all.map(stopProcess));
    },
  };
}

function startApi(folder: string, port: number, publicUrl: string): ChildProcess {
  const env = {
    ...programEnv(port, folder),
    NODE_ENV: 'production',
    MONIKER_PROFILE: 'production',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_TLS: 'off',
    PUBLIC_URL: publicUrl,
  };
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function startNginx(folder: string, front: number, apiPorts: readonly number[]): ChildProcess {
  const home = path.join(folder, `nginx-${front}`);
  cpSync(CONFIGURATION, path.join(home, 'conf'), { recursive: true });
  mkdirSync(path.join(home, 'run'));
  // If root starts nginx, its workers run under another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const siteFiles = {
    'plain-port.conf': `listen 127.0.0.1:${front};`,
    'web-root.conf': `root ${home};`,
    'api-servers.conf': apiPorts.map((port) => `server 127.0.0.1:${port};`).join('\n'),
    'trusted-proxies.conf': '',
    // No limits, because all load comes from one address.
    'request-rates.conf': '',
  };
  for (const [name, text] of Object.entries(siteFiles))
    writeFileSync(path.join(home, 'conf/site.d', name), text);
  const log = openSync(path.join(home, 'nginx.log'), 'a');
  const args = ['-p', `${home}/run/`, '-c', `${home}/conf/plain.conf`, '-g', 'daemon off;'];
  const env = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };
  return spawn('nginx', args, { env, stdio: ['ignore', log, log] });
}
