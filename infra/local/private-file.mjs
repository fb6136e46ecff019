// @ts-check
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivateFile(/** @type {string} */ file, /** @type {unknown} */ content) {
  const part = `${file}.part`;
  writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, file);
}

/**
 * Reads what was written, or answers undefined if there is no such file.
 * @returns {any}
 */
export function readPrivateFile(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
