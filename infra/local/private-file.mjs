// @ts-check
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from './output.mjs';
import { Problem } from './problem.mjs';

/** Writes a JSON file atomically, readable by its owner only. */
export function writePrivateFile(/** @type {string} */ file, /** @type {unknown} */ content) {
  const part = `${file}.part`;
  writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, file);
}

/**
 * Reads a JSON file. Returns undefined if it does not exist.
 * @param {string} file
 * @param {string} wayOut what the user can do if the file is damaged, for the error message
 * @returns {any}
 * @throws Problem the file is damaged, for example by a power failure
 */
export function readPrivateFile(file, wayOut) {
  if (!existsSync(file)) return undefined;
  const content = parse(readFileSync(file, 'utf8'));
  if (content === undefined) throw new Problem(`${file} is damaged. ${wayOut}`);
  return content;
}

/**
 * Reads an optional JSON file. Returns undefined if it does not exist or is damaged. Deletes a damaged file.
 * @returns {any}
 */
export function readDispensableFile(/** @type {string} */ file) {
  if (!existsSync(file)) return undefined;
  const content = parse(readFileSync(file, 'utf8'));
  if (content === undefined) {
    say(`Deleted ${path.basename(file)}, which was damaged`);
    rmSync(file);
  }
  return content;
}

function parse(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
