// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { codeOf } from './problem.mjs';
import { poll } from './wait.mjs';

/** Whether a process with this number exists and has not ended. */
export function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/**
 * Tells a process apart from a later one that got the same number: when it started, within which boot.
 * @returns {string | undefined} undefined if there is no such process
 */
export function identityOf(/** @type {number} */ pid) {
  if (!isAlive(pid)) return undefined;
  if (process.platform !== 'linux') return ask('lstart', pid);
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${statOf(pid)?.[19]}`;
}

/** The command line of a process, or an empty text. */
export function commandOf(/** @type {number} */ pid) {
  if (process.platform !== 'linux') return ask('command', pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * Ends a process: politely first, by force when the time is over.
 * @param {number} pid
 * @param {{ graceMs: number, politely?: NodeJS.Signals, firmly?: NodeJS.Signals }} how
 */
export async function endProcess(pid, { graceMs, politely = 'SIGTERM', firmly = 'SIGKILL' }) {
  signal(pid, politely);
  if (await poll(() => !isAlive(pid), { timeoutMs: graceMs })) return;
  signal(pid, firmly);
  await poll(() => !isAlive(pid), { timeoutMs: 10_000 });
}

/** Sends a signal to a process that may be gone already. */
export function signal(/** @type {number} */ pid, /** @type {NodeJS.Signals} */ name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** The fields of /proc/<pid>/stat behind the name, which may itself contain blanks and brackets. */
function statOf(/** @type {number} */ pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

/** The state letter of a process; an ended one whose parent has not asked for it yet is `Z`. */
function stateOf(/** @type {number} */ pid) {
  return process.platform === 'linux' ? statOf(pid)?.[0] : ask('state', pid).charAt(0);
}

function ask(/** @type {string} */ column, /** @type {number} */ pid) {
  return spawnSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
