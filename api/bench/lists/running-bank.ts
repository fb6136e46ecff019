import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Connection } from '../connection.js';
import { stopProcess, freePort, programEnv, waitUntil, waitUntilReady } from '../programs.js';

const INDEX_TIMEOUT_MS = 30 * 60_000;
const COMPILED = path.join(import.meta.dirname, '../../src');

/** An API and a worker in their own processes, and one admin's session. */
export interface RunningBank {
  signIn(email: string, password: string): Promise<void>;
  /** The number of rows that a list returns. @throws Error the response is not ok */
  fetchRowCount(address: string): Promise<number>;
  /** Waits until the event-history index has caught up with the log, prints how long that took, and vacuums. */
  waitUntilIndexed(connection: Connection): Promise<void>;
  stop(): Promise<void>;
}

export async function startBank(connection: Connection): Promise<RunningBank> {
  // Skips the seeded events, so the worker sends no mail about them.
  await connection.run(
    `update ledger_follower set position = head.position from ledger_head head where name = 'mail-from-ledger'`,
  );
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-lists-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = programEnv(port, folder);
  const programs = ['api.js', 'worker.js'].map((script) =>
    spawn(process.execPath, [path.join(COMPILED, 'apps', script)], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await waitUntilReady(baseUrl);
  let cookie = '';
  return {
    async signIn(email, password) {
      const response = await fetch(`${baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl },
        body: JSON.stringify({ email, password }),
      });
      if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
      cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    },
    async fetchRowCount(address) {
      const response = await fetch(`${baseUrl}${address}`, { headers: { cookie } });
      const text = await response.text();
      if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
      const body = JSON.parse(text) as { items?: unknown[] };
      return body.items?.length ?? 1;
    },
    async waitUntilIndexed(connection) {
      const startedAt = performance.now();
      await waitUntil(() => isIndexed(connection), INDEX_TIMEOUT_MS, 'the event index');
      console.log(
        `The event index caught up after ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
      );
      await connection.run('vacuum analyze');
    },
    async stop() {
      await Promise.all(programs.map(stopProcess));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isIndexed(connection: Connection): Promise<boolean> {
  const { behind } = await connection.row<{ behind: string }>(
    `select head.position - follower.position as behind from ledger_head head, ledger_follower follower
      where follower.name = 'event-index'`,
  );
  return Number(behind) === 0;
}
