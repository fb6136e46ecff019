import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Timeout for a started process to become ready. */
export const READY_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

/** The environment for the API and the worker that are measured. Nothing listens at its SMTP_URL, so no mail is sent. */
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
    // No limits, because all load comes from one address.
    REQUESTS_PER_SECOND: '0',
    AUTH_REQUESTS_PER_SECOND: '0',
    SIGN_INS_PER_MINUTE: '0',
    TRANSFERS_PER_MINUTE: '0',
    CHAT_MESSAGES_PER_MINUTE: '0',
    FILES_PER_MINUTE: '0',
  };
}

/** Waits until a condition holds; a rejection means that it does not hold yet. @throws Error after the timeout */
export async function waitUntil(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  what: string,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
    await wait(POLL_INTERVAL_MS);
  }
}

/** Waits until the program at a URL is ready. */
export function waitUntilReady(baseUrl: string, what = 'the API'): Promise<void> {
  return waitUntil(async () => (await fetch(`${baseUrl}/readyz`)).ok, READY_TIMEOUT_MS, what);
}

/** Sends SIGTERM to a process and waits until it has exited. */
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
