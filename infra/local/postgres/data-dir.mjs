// @ts-check
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, Problem } from '../problem.mjs';
import { canEnter } from './account.mjs';
import { program } from './binaries.mjs';

/** @typedef {import('./account.mjs').Account} Account */

// The server's files are below this folder if PostgreSQL's account cannot access the data folder, for example because
// only root can. Unlike a temporary folder, this one survives a reboot.
const SHARED_ROOT = '/var/lib/moniker';

/**
 * The folder for the server's files: `preferred`, or a folder below /var/lib if the account cannot access `preferred`.
 * A relocation is recorded in `preferred`, so the data is found even if permissions change later.
 * @param {string} preferred
 * @param {Account | undefined} account
 */
export function resolveDataDir(preferred, account) {
  mkdirSync(preferred, { recursive: true, mode: 0o755 });
  const relocated = readRelocatedDir(preferred);
  if (relocated) return createSharedFolder(relocated);
  if (canEnter(account, preferred)) return preferred;
  if (!account)
    throw new Problem(
      `${preferred} isn't accessible: it belongs to another user. Set DATA_DIR to a folder that you own.`,
    );
  const folder = createSharedFolder(path.join(SHARED_ROOT, randomUUID()));
  const file = relocationFile(preferred);
  writeFileSync(`${file}.part`, folder, { flush: true });
  renameSync(`${file}.part`, file);
  return folder;
}

/**
 * The folder to which the server's files were relocated, or undefined.
 *
 * @throws Problem the file that records the folder is damaged, for example by a power failure
 */
export function readRelocatedDir(/** @type {string} */ preferred) {
  const file = relocationFile(preferred);
  if (!existsSync(file)) return undefined;
  const folder = readFileSync(file, 'utf8');
  if (path.dirname(folder) === SHARED_ROOT) return folder;
  throw new Problem(
    `${file} is damaged. Write the path of the database's files into it: one of the folders in ${SHARED_ROOT}.`,
  );
}

/**
 * The folder with PostgreSQL's programs: the installed one, or a copy that the account can execute.
 * @param {string} installed
 * @param {Account | undefined} account
 */
export function resolveProgramsDir(installed, account) {
  if (canEnter(account, path.join(installed, 'bin'))) return installed;
  const { version } = JSON.parse(readFileSync(path.join(installed, '../package.json'), 'utf8'));
  const id = createHash('sha256').update(`${installed}\0${version}`).digest('hex').slice(0, 12);
  const copy = path.join(createSharedFolder(path.join(SHARED_ROOT, 'programs')), id);
  if (!existsSync(program(copy, 'postgres'))) copyAtomically(installed, copy);
  return copy;
}

const relocationFile = (/** @type {string} */ preferred) => path.join(preferred, 'elsewhere');

/** Creates a folder below /var/lib that the account can access. */
function createSharedFolder(/** @type {string} */ folder) {
  try {
    mkdirSync(folder, { recursive: true });
    [SHARED_ROOT, folder].forEach((each) => chmodSync(each, 0o755));
    return folder;
  } catch (error) {
    throw new Problem(
      `PostgreSQL's account can't access the project or DATA_DIR, and ${folder} couldn't be created (${codeOf(error)}). Move the project and DATA_DIR to folders that all users can access.`,
    );
  }
}

// Copies under a temporary name and renames, so an interrupted copy is not mistaken for a complete one.
function copyAtomically(/** @type {string} */ from, /** @type {string} */ to) {
  const unfinished = `${to}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(unfinished, to);
}
