import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a process may take until it answers. */
export const READY_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** What every API and worker of a measurement is started with, besides what it inherits: it mails nobody. */
export function programEnv(port: number, dataFolder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    MONIKER_PROFILE: 'local',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataFolder,
    SMTP_URL: 'smtp://127.0.0.1:9',
    LEDGER_VERIFY_HOURS: '0',
    // All load comes from one address.
    REQUESTS_PER_SECOND: '0',
    AUTH_REQUESTS_PER_SECOND: '0',
    SIGN_INS_PER_MINUTE: '0',
  };
}

/** Waits for a condition; one that throws does not hold yet. Throws when the time is over. */
export async function waitUntil(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  what: string,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${what} did not come`);
    await wait(POLL_INTERVAL_MS);
  }
}

/** Waits until the program that listens there says that it is ready. */
export function waitUntilReady(baseUrl: string, what = 'the API'): Promise<void> {
  return waitUntil(async () => (await fetch(`${baseUrl}/readyz`)).ok, READY_TIMEOUT_MS, what);
}

/** Stops a process of ours and waits for its end. */
export async function stopProcess(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
