import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The duration and memory of one run of the auditors' command-line tool. */
export interface CommandRun {
  readonly ms: number;
  /** Peak memory in MiB. Null if the system does not report it. */
  readonly peakMib: number | null;
}

const CLI = fileURLToPath(new URL('../../src/apps/ledger-cli.js', import.meta.url));
const SAMPLE_INTERVAL_MS = 50;

/** Runs a command in its own process, as an auditor would. @throws Error the exit code is not 0 */
export async function runCommand(args: readonly string[], auditorUrl: string): Promise<CommandRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, ...args, '--json'], {
    env: { PATH: process.env['PATH'], DATABASE_AUDITOR_URL: auditorUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  let peakMib: number | null = null;
  // Linux itself records the peak, so polling misses only growth after the last poll.
  const poll = setInterval(() => (peakMib = readPeakMib(child.pid) ?? peakMib), SAMPLE_INTERVAL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(poll);
  if (code !== 0) throw new Error(`ledger ${args.join(' ')} exited with ${code}: ${stderr}`);
  return { ms: performance.now() - startedAt, peakMib };
}

function readPeakMib(pid: number | undefined): number | null {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kib === undefined ? null : Math.round(Number(kib) / 1024);
  } catch {
    return null;
  }
}
