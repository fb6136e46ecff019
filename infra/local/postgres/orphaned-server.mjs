// @ts-check
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';
import { commandOf, endProcess, isAlive } from '../processes.mjs';

/** Reads the server's pid file: its process id, and whether it accepts connections. */
export function readPidFile(/** @type {string} */ data) {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Cleans up after a killed launcher. Stops a server that still runs on these files. Deletes the pid file if its process
 * id now belongs to another program. The server itself handles a pid file whose process has ended.
 */
export async function stopOrphanedServer(/** @type {string} */ data) {
  const pid = readPidFile(data)?.pid;
  if (!pid || !isAlive(pid)) return;
  if (!commandOf(pid).includes(data)) return rmSync(path.join(data, 'postmaster.pid'));
  await endProcess(pid, { graceMs: 20_000, first: 'SIGINT', second: 'SIGQUIT' });
  if (isAlive(pid))
    throw new Problem(`An earlier PostgreSQL (process ${pid}) does not stop. End it and start again.`);
}
