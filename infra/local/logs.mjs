// @ts-check
import { existsSync, readFileSync, renameSync } from 'node:fs';

/** The last lines of a log file. */
export function tailOf(/** @type {string} */ file, lines = 15) {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Renames the previous run's log, so each log file covers one run. Older logs are not kept. */
export function rotateLog(/** @type {string} */ file) {
  if (existsSync(file)) renameSync(file, file.replace(/\.log$/, '.previous.log'));
}
