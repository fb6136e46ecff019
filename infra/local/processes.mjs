// @ts-check
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { codeOf } from './problem.mjs';
import { poll } from './wait.mjs';

/** Whether a process with this id is running. A zombie does not count. */
export function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/**
 * Identifies a process by boot and start time, so a later process with the same id is not mistaken for it.
 * @returns {string | undefined} undefined if there is no such process
 */
export function identityOf(/** @type {number} */ pid) {
  if (!isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return ps('lstart', pid);
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${statOf(pid)?.[19]}`;
}

/** The ids of all processes. */
export function processIds() {
  const names =
    process.platform === 'linux'
      ? readdirSync('/proc')
      : spawnSync('ps', ['-axo', 'pid='], { encoding: 'utf8' }).stdout.split('\n');
  return names.map(Number).filter((pid) => pid > 0);
}

/** The command line of a process; empty if there is no such process. */
export function commandOf(/** @type {number} */ pid) {
  if (process.platform !== 'linux') return ps('command', pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * Ends a process: sends the first signal and, if the process is still running after the grace period, the second.
 * @param {number} pid
 * @param {{ graceMs: number, first?: NodeJS.Signals, second?: NodeJS.Signals }} options
 */
export async function endProcess(pid, { graceMs, first = 'SIGTERM', second = 'SIGKILL' }) {
  signal(pid, first);
  if (await poll(() => !isAlive(pid), { timeoutMs: graceMs })) return;
  signal(pid, second);
  await poll(() => !isAlive(pid), { timeoutMs: 10_000 });
}

/** Sends a signal to a process that may have ended already. */
export function signal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** The fields of /proc/<pid>/stat after the process name. The name itself may contain spaces and parentheses. */
function statOf(/** @type {number} */ pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** The state letter of a process. `Z` is a zombie: it has ended, but its parent has not read its exit code. */
function stateOf(/** @type {number} */ pid) {
  return process.platform === 'linux' ? statOf(pid)?.[0] : ps('state', pid).charAt(0);
}

function ps(/** @type {string} */ column, /** @type {number} */ pid) {
  return spawnSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
