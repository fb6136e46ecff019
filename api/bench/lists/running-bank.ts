import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Connection } from '../connection.js';
import { stopProcess, freePort, programEnv, waitUntil, waitUntilReady } from '../programs.js';

const INDEX_TIMEOUT_MS = 30 * 60_000;
const COMPILED = path.join(import.meta.dirname, '../../src');

/** An API and a worker as processes of their own, and one admin's session. */
export interface RunningBank {
  signIn(email: string, password: string): Promise<void>;
  /** How many rows a list answered with. Throws for any answer that is not ok. */
  fetchRowCount(address: string): Promise<number>;
  /** Waits until the index of the event history is level with the log, and tells how long that took. */
  waitUntilIndexed(connection: Connection): Promise<void>;
  stop(): Promise<void>;
}

export async function startBank(connection: Connection): Promise<RunningBank> {
  // What was made for the measurement is nothing to write to anybody about.
  await connection.run(
    `update ledger_follower set position = head.position from ledger_head head where name = 'mail-from-ledger'`,
  );
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-lists-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = programEnv(port, folder);
  const programs = ['main.js', 'worker.js'].map((script) =>
    spawn(process.execPath, [path.join(COMPILED, script)], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  await waitUntilReady(baseUrl);
  let cookie = '';
  return {
    async signIn(email, password) {
      const answer = await fetch(`${baseUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl },
        body: JSON.stringify({ email, password }),
      });
      if (!answer.ok) throw new Error(`no sign-in: ${await answer.text()}`);
      cookie = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    },
    async fetchRowCount(address) {
      const answer = await fetch(`${baseUrl}${address}`, { headers: { cookie } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
      const body = JSON.parse(text) as { items?: unknown[] };
      return body.items?.length ?? 1;
    },
    async waitUntilIndexed(connection) {
      const startedAt = performance.now();
      await waitUntil(() => isIndexed(connection), INDEX_TIMEOUT_MS, 'the event index');
      console.log(
        `the event index was level after ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
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
