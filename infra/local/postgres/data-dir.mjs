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
import { mayEnter } from './account.mjs';
import { program } from './binaries.mjs';

/** @typedef {import('./account.mjs').Account} Account */

// Root's own folders are closed to PostgreSQL's account. What it needs is then kept here, where it survives a reboot.
const SHARED = '/var/lib/moniker';

/**
 * The folder for the server's files: `wanted`, or one below /var/lib if the account cannot get there. The choice is
 * noted in `wanted`, because the permissions may be others next time and the data must not seem lost then.
 * @param {string} wanted
 * @param {Account | undefined} account
 */
export function resolveDataDir(wanted, account) {
  mkdirSync(wanted, { recursive: true, mode: 0o755 });
  const elsewhere = readRelocatedDir(wanted);
  if (elsewhere) return shared(elsewhere);
  if (mayEnter(account, wanted)) return wanted;
  if (!account)
    throw new Problem(
      `No access to ${wanted}: it belongs to another user. Set DATA_DIR to a folder of yours.`,
    );
  const folder = shared(path.join(SHARED, randomUUID()));
  writeFileSync(relocationFile(wanted), folder);
  return folder;
}

/** Where the files are kept if not in the folder itself. */
export function readRelocatedDir(/** @type {string} */ wanted) {
  return existsSync(relocationFile(wanted)) ? readFileSync(relocationFile(wanted), 'utf8') : undefined;
}

/**
 * The folder with the programs: the installed one, or a copy that the account can run.
 * @param {string} installed
 * @param {Account | undefined} account
 */
export function resolveProgramsDir(installed, account) {
  if (mayEnter(account, path.join(installed, 'bin'))) return installed;
  const { version } = JSON.parse(readFileSync(path.join(installed, '../package.json'), 'utf8'));
  const id = createHash('sha256').update(`${installed}\0${version}`).digest('hex').slice(0, 12);
  const copy = path.join(shared(path.join(SHARED, 'programs')), id);
  if (!existsSync(program(copy, 'postgres'))) copyAtomically(installed, copy);
  return copy;
}

const relocationFile = (/** @type {string} */ wanted) => path.join(wanted, 'elsewhere');

/** Makes a folder below /var/lib that the account can reach. */
function shared(/** @type {string} */ folder) {
  try {
    mkdirSync(folder, { recursive: true });
    [SHARED, folder].forEach((each) => chmodSync(each, 0o755));
    return folder;
  } catch (error) {
    throw new Problem(
      `PostgreSQL's account cannot enter this folder and ${folder} cannot be made (${codeOf(error)}): put the project and DATA_DIR into folders that every user may enter.`,
    );
  }
}

// An interrupted copy must not be taken for a whole one.
function copyAtomically(/** @type {string} */ from, /** @type {string} */ to) {
  const part = `${to}.part`;
  rmSync(part, { recursive: true, force: true });
  cpSync(from, part, { recursive: true, verbatimSymlinks: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(part, to);
}
