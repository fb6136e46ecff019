// @ts-check
import path from 'node:path';
import { readDispensableFile, writePrivateFile } from './private-file.mjs';
import { endProcess, identityOf } from './processes.mjs';

/** @typedef {{ pid: number, identity: string | undefined }} RecordedProcess */

const fileOf = (/** @type {string} */ folder) => path.join(folder, 'processes.json');

/** Records a started process, so the next start can end it if this launcher is killed. */
export function recordProcess(/** @type {string} */ folder, /** @type {number} */ pid) {
  writePrivateFile(fileOf(folder), [...read(folder), { pid, identity: identityOf(pid) }]);
}

/** Removes the record of a process that has ended. */
export function forgetProcess(/** @type {string} */ folder, /** @type {number} */ pid) {
  const others = read(folder).filter((recorded) => recorded.pid !== pid);
  writePrivateFile(fileOf(folder), others);
}

/** The processes of a killed launcher that are still running. */
export function leftoverProcesses(/** @type {string} */ folder) {
  return read(folder).filter(({ pid, identity }) => identity !== undefined && identityOf(pid) === identity);
}

/** Ends the processes of a killed launcher. Usually they end on their own when their parent does. */
export async function endLeftovers(/** @type {string} */ folder) {
  await Promise.all(leftoverProcesses(folder).map(({ pid }) => endProcess(pid, { graceMs: 12_000 })));
  writePrivateFile(fileOf(folder), []);
}

/**
 * The recorded processes. Empty if the record is missing or damaged.
 * @returns {RecordedProcess[]}
 */
const read = (/** @type {string} */ folder) => readDispensableFile(fileOf(folder)) ?? [];
