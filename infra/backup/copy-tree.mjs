// @ts-check
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../local/problem.mjs';

/**
 * Copies the files below a folder, and its folders also where they are empty. A file that goes away meanwhile is left
 * out: a server that is at work removes files, and its log knows of it.
 * @param {string} from
 * @param {string} to
 * @param {(name: string) => boolean} isWanted by the path below `from`
 * @returns {Promise<Map<string, string>>} the SHA-256 of each copy by its path below `to`
 */
export async function copyTree(from, to, isWanted) {
  /** @type {Map<string, string>} */
  const sums = new Map();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.join(path.relative(from, entry.parentPath), entry.name);
    if (!isWanted(name)) continue;
    if (entry.isDirectory()) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 });
    else if (entry.isFile()) await copyInto(sums, name, { from, to });
    else throw new Error(`${path.join(from, name)} is neither a file nor a folder: it cannot be copied`);
  }
  return sums;
}

/**
 * @param {Map<string, string>} sums
 * @param {string} name
 * @param {{ from: string, to: string }} folders
 */
async function copyInto(sums, name, { from, to }) {
  try {
    sums.set(name, await copyFile(path.join(from, name), path.join(to, name)));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await rm(path.join(to, name), { force: true });
  }
}

/**
 * Copies the files that are not there yet: for folders whose files are written once. Files on their way in are left
 * for the next time.
 * @returns {Promise<number>} how many were copied
 */
export async function copyMissing(/** @type {string} */ from, /** @type {string} */ to) {
  if (!(await exists(from))) return 0;
  let count = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.join(path.relative(from, entry.parentPath), entry.name);
    const target = path.join(to, name);
    if (!entry.isFile() || isUnfinished(name) || (await exists(target))) continue;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(from, name), `${target}.part`);
    await rename(`${target}.part`, target);
    count += 1;
  }
  return count;
}

/** Objects are named by an id, checkpoints end with `.txt` and keys with `.pub`; what has more behind it is unfinished. */
const isUnfinished = (/** @type {string} */ name) =>
  !/^([0-9a-f-]{36}|[^.]+\.(txt|pub))$/.test(path.basename(name));

/** Copies one file, makes sure that it is on the disk, and says its SHA-256. */
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
