// @ts-check
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';
import { commandOf, endProcess, isAlive } from '../processes.mjs';

/** What the server writes about itself: its number, and `ready` as soon as it accepts connections. */
export function readPidFile(/** @type {string} */ data) {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Clears what a killed launcher left: a server that still runs on these files is stopped, and a pid file whose
 * number now belongs to some other program is removed. A file whose process is gone is the server's own business.
 */
export async function stopOrphanedServer(/** @type {string} */ data) {
  const pid = readPidFile(data)?.pid;
  if (!pid || !isAlive(pid)) return;
  if (!commandOf(pid).includes(data)) return rmSync(path.join(data, 'postmaster.pid'));
  await endProcess(pid, { graceMs: 20_000, politely: 'SIGINT', firmly: 'SIGQUIT' });
  if (isAlive(pid))
    throw new Problem(`An earlier PostgreSQL (process ${pid}) does not stop: end it and start again.`);
}
