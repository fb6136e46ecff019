// @ts-check
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a JSON file atomically, readable by its owner only. */
export function writePrivateFile(/** @type {string} */ file, /** @type {unknown} */ content) {
  const part = `${file}.part`;
  writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, file);
}

/**
 * Reads a JSON file. Returns undefined if it does not exist.
 * @returns {any}
 */
export function readPrivateFile(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
