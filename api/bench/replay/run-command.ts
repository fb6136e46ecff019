import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a run of the auditors' command line took. */
export interface CommandRun {
  readonly ms: number;
  /** The most memory that it had at a time, in MiB; null where the system does not tell. */
  readonly peakMib: number | null;
}

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
const SAMPLE_INTERVAL_MS = 50;

/** Runs a command as an auditor would, as a process of its own. Throws where it does not end with code 0. */
export async function runCommand(args: readonly string[], auditorUrl: string): Promise<CommandRun> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, ...args, '--json'], {
    env: { PATH: process.env['PATH'], DATABASE_AUDITOR_URL: auditorUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  let peakMib: number | null = null;
  // The system keeps the highest value itself, so looking now and then misses only what comes after the last look.
  const look = setInterval(() => (peakMib = readPeakMib(child.pid) ?? peakMib), SAMPLE_INTERVAL_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  if (code !== 0) throw new Error(`ledger ${args.join(' ')} ended with ${code}: ${stderr}`);
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
