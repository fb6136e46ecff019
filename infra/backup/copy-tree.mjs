// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../local/problem.mjs';

/**
 * Copies a folder with all subfolders. Skips files that are deleted during the copy. A running server may delete files,
 * and a restore doesn't need them: the server's WAL, which the restore replays, records the deletion.
 * @param {string} from
 * @param {string} to
 * @param {(name: string) => boolean} isIncluded takes the path relative to `from`
 * @returns {Promise<Map<string, string>>} the SHA-256 of each copy, by its path relative to `to`
 */
export async function copyTree(from, to, isIncluded) {
  /** @type {Map<string, string>} */
  const checksums = new Map();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.join(path.relative(from, entry.parentPath), entry.name);
    if (!isIncluded(name)) continue;
    if (entry.isDirectory()) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) await copyAndHash(checksums, name, { from, to });
    else throw new Error(`${path.join(from, name)} can't be copied: it is neither a file nor a folder`);
  }
  return checksums;
}

/**
 * @param {Map<string, string>} checksums
 * @param {string} name
 * @param {{ from: string, to: string }} folders
 */
async function copyAndHash(checksums, name, { from, to }) {
  try {
    checksums.set(name, await copyFile(path.join(from, name), path.join(to, name)));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await rm(path.join(to, name), { force: true });
  }
}

/**
 * Copies the files that `to` lacks and those that were rewritten after the last copy, for example by a key rotation.
 * Skips files that are still being written.
 * @returns {Promise<number>} the number of copied files
 */
async function copyMissing(/** @type {string} */ from, /** @type {string} */ to) {
  if (!(await exists(from))) return 0;
  let count = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.join(path.relative(from, entry.parentPath), entry.name);
    const target = path.join(to, name);
    if (!entry.isFile() || isUnfinished(name)) continue;
    if (await isCopied(path.join(from, name), target)) continue;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(from, name), `${target}.part`);
    await rename(`${target}.part`, target);
    count += 1;
  }
  return count;
}

/**
 * Copies the bank's files. Call this after the database is copied, so every file that the database refers to is in the
 * backup.
 * @returns {Promise<string[]>} lines to print about what was copied
 */
export async function copyFiles(/** @type {string} */ dataDir, /** @type {string} */ backupFolder) {
  const lines = [];
  for (const name of ['objects', 'checkpoints', 'writer-keys']) {
    const count = await copyMissing(path.join(dataDir, name), path.join(backupFolder, name));
    lines.push(`${name.padEnd(13)}${count} new`);
  }
  return lines;
}

/** Whether a copy is at least as new as its file, or the file no longer exists. */
async function isCopied(/** @type {string} */ file, /** @type {string} */ copy) {
  const source = await stat(file).catch(() => null);
  const target = await stat(copy).catch(() => null);
  return target !== null && (source === null || target.mtimeMs >= source.mtimeMs);
}

/**
 * Whether a file is still being written, according to its name. A finished object's name is a UUID; a page picture's
 * name adds a dot and the page number. The name of a finished checkpoint ends with `.txt`, that of a key with `.pub`.
 */
const isUnfinished = (/** @type {string} */ name) =>
  !/^([0-9a-f-]{36}(\.\d{1,3})?|[^.]+\.(txt|pub))$/.test(path.basename(name));

/** Copies a file, flushes it to disk, and returns its SHA-256. */
async function copyFile(/** @type {string} */ from, /** @type {string} */ to) {
  const source = createReadStream(from);
  const copy = await open(to, 'w', 0o600);
  const hash = createHash('sha256');
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      await copy.writeFile(chunk);
    }
    await copy.sync();
  } finally {
    await copy.close();
  }
  return hash.digest('hex');
}

function exists(/** @type {string} */ file) {
  return stat(file).then(
    () => true,
    () => false,
  );
}
