// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.mjs';
import { commandOf, endProcess, isAlive, processIds } from '../processes.mjs';

const pidFileOf = (/** @type {string} */ data) => path.join(data, 'postmaster.pid');

/** Reads the server's pid file: its process id, and whether it accepts connections. */
export function readPidFile(/** @type {string} */ data) {
  try {
    const lines = readFileSync(pidFileOf(data), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * Cleans up after a killed launcher. Stops a server that is still running on the folder `data`. Deletes the pid file if
 * its process id now belongs to another program, or if a power failure has emptied the file. PostgreSQL itself
 * handles a pid file whose process has ended.
 */
export async function stopOrphanedServer(/** @type {string} */ data) {
  if (!existsSync(pidFileOf(data))) return;
  const recorded = readPidFile(data)?.pid;
  const pid = recorded || findServer(data);
  if (pid && isAlive(pid) && commandOf(pid).includes(data)) await stopServer(pid);
  else if (!pid || isAlive(pid)) rmSync(pidFileOf(data));
}

/** The process id of the server that runs on the folder `data`, not of the shell that supervises the server. */
function findServer(/** @type {string} */ data) {
  return processIds().find((pid) => {
    const command = commandOf(pid);
    return command.includes(` -D ${data} `) && !command.startsWith('/bin/sh');
  });
}

async function stopServer(/** @type {number} */ pid) {
  await endProcess(pid, { graceMs: 20_000, first: 'SIGINT', second: 'SIGQUIT' });
  if (isAlive(pid))
    throw new Problem(`An earlier PostgreSQL (process ${pid}) didn't stop. End it and start again.`);
}
