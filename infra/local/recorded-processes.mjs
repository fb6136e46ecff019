// @ts-check
import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file.mjs';
import { endProcess, identityOf } from './processes.mjs';

/** @typedef {{ pid: number, identity: string | undefined }} Recorded */

const fileOf = (/** @type {string} */ folder) => path.join(folder, 'processes.json');

/** Notes a process that was started, for the case that its launcher is killed. */
export function recordProcess(/** @type {string} */ folder, /** @type {number} */ pid) {
  writePrivateFile(fileOf(folder), [...read(folder), { pid, identity: identityOf(pid) }]);
}

/** Strikes out a process that has ended. */
export function forgetProcess(/** @type {string} */ folder, /** @type {number} */ pid) {
  const others = read(folder).filter((recorded) => recorded.pid !== pid);
  writePrivateFile(fileOf(folder), others);
}

/** The processes that a killed launcher has left running. */
export function leftoverProcesses(/** @type {string} */ folder) {
  return read(folder).filter(({ pid, identity }) => identity !== undefined && identityOf(pid) === identity);
}

/** Waits for them to end, as they do by themselves soon after their launcher, and forces the ones that do not. */
export async function endLeftovers(/** @type {string} */ folder) {
  await Promise.all(leftoverProcesses(folder).map(({ pid }) => endProcess(pid, { graceMs: 12_000 })));
  writePrivateFile(fileOf(folder), []);
}

/** @returns {Recorded[]} */
const read = (/** @type {string} */ folder) => readPrivateFile(fileOf(folder)) ?? [];
