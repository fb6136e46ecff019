// @ts-check
import { parseArgs } from 'node:util';
import { say, step } from '../local/output.mjs';
import { inRoot } from '../local/paths.mjs';
import { Problem } from '../local/problem.mjs';
import { run } from '../local/run.mjs';
import { copyFiles } from './copy-tree.mjs';
import { finishedBackups, pgBackRest } from './pgbackrest.mjs';
import { restore } from './restore.mjs';

/** @typedef {import('../local/shutdown.mjs').Shutdown} Shutdown */

const USAGE = `Usage: npm run backup -- now [--full | --diff | --incr]
       npm run backup -- list
       npm run backup -- verify
       npm run backup -- restore [--to '2026-11-26 12:00:00+00'] [--timeline NUMBER] [FOLDER]
                         [--checkpoints PATH --keys PATH --writer-keys PATH]
infra/backup/README.md describes the settings.`;

const TYPES = /** @type {const} */ (['full', 'diff', 'incr']);
/** Options that `restore` hands to `ledger verify`. */
const VERIFY_OPTIONS = /** @type {const} */ (['checkpoints', 'keys', 'writer-keys']);
const RESTORE_OPTIONS = /** @type {const} */ (['to', 'timeline', ...VERIFY_OPTIONS]);

const FLAG = /** @type {const} */ ({ type: 'boolean' });
const TEXT = /** @type {const} */ ({ type: 'string' });
const OPTIONS = {
  ...{ full: FLAG, diff: FLAG, incr: FLAG },
  ...{ to: TEXT, timeline: TEXT, checkpoints: TEXT, keys: TEXT, 'writer-keys': TEXT },
};

/**
 * Runs a command of `npm run backup`.
 * @param {string[]} args
 * @param {Shutdown} shutdown
 * @returns {Promise<number>} the exit code
 */
export async function runCommand(args, shutdown) {
  const { values, positionals } = parse(args);
  const [command = '', folder, ...others] = positionals;
  const allowed = { now: TYPES, list: [], verify: [], restore: RESTORE_OPTIONS }[command];
  const unknown = Object.keys(values).some((name) => !allowed?.includes(/** @type {never} */ (name)));
  if (allowed === undefined || unknown || others.length > 0 || (folder && command !== 'restore'))
    throw new Problem(USAGE);
  if (command === 'now')
    return backUp(
      TYPES.filter((type) => values[type]),
      shutdown,
    );
  if (command === 'list') return list();
  if (command === 'verify') return verify(shutdown);
  const verifyArgs = VERIFY_OPTIONS.flatMap((name) => (values[name] ? [`--${name}`, values[name]] : []));
  const { to, timeline } = values;
  return restore({ to, timeline, folder, verifyArgs }, shutdown);
}

function parse(/** @type {string[]} */ args) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch {
    throw new Problem(USAGE);
  }
}

/** Backs up the database, then the files that it refers to. */
async function backUp(/** @type {string[]} */ [type = 'incr', second], /** @type {Shutdown} */ { signal }) {
  if (second !== undefined) throw new Problem(USAGE);
  await step('Preparing the repository', () => pgBackRest(['stanza-create'], signal));
  await step('Backing up the database', () => pgBackRest(['backup', `--type=${type}`], signal));
  const newest = (await finishedBackups()).at(-1);
  if (newest === undefined) throw new Problem('The repository has no finished backup.');
  say(describe(newest));
  await backUpFiles(signal);
  return 0;
}

async function backUpFiles(/** @type {AbortSignal} */ signal) {
  const { BACKUP_FOLDER, DATA_DIR, S3_BUCKET } = process.env;
  if (!BACKUP_FOLDER || !(DATA_DIR || S3_BUCKET))
    return say('Objects and checkpoints not copied: set BACKUP_FOLDER, and DATA_DIR or S3_BUCKET');
  if (DATA_DIR) for (const line of await copyFiles(DATA_DIR, BACKUP_FOLDER)) say(line);
  if (!S3_BUCKET) return;
  const args = [inRoot('infra/backup/copy-bucket.mjs'), 'down', BACKUP_FOLDER];
  const { code, output } = await run(process.execPath, args, { signal });
  if (code !== 0) throw new Problem(output.trim());
  say(output.trim());
}

async function list() {
  const backups = await finishedBackups();
  for (const backup of backups) console.log(describe(backup));
  if (backups.length === 0) console.log('No backups yet. Take one: npm run backup -- now');
  return 0;
}

/** Checks every file in the repository against its checksum. */
async function verify(/** @type {Shutdown} */ { signal }) {
  const backups = await finishedBackups();
  const output = await step('Checking every file in the repository', () =>
    pgBackRest(['verify', '--output=text', '--log-level-console=off'], signal),
  );
  // pgBackRest 2.45 exits with 0 whatever it finds.
  const sound = !/status: error|\b(?:missing|checksum invalid|size invalid|other): [1-9]/.test(output);
  if (!sound) throw new Problem(`The repository is damaged:\n${output.trim()}`);
  if (backups.length === 0) throw new Problem('The repository has no finished backup.');
  say(`All files in the backups (${backups.length}) and the archived WAL match their checksums`);
  return 0;
}

const describe = (/** @type {import('./pgbackrest.mjs').Backup} */ { label, type, timestamp, info }) =>
  [
    label.padEnd(33),
    type,
    new Date(timestamp.stop * 1_000).toISOString(),
    `${(info.repository.delta / 1e6).toFixed(1)} MB`,
  ].join('  ');
