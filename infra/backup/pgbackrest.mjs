// @ts-check
import { existsSync } from 'node:fs';
import { inRoot } from '../local/paths.mjs';
import { postgresAccount } from '../local/postgres/account.mjs';
import { Problem } from '../local/problem.mjs';
import { run } from '../local/run.mjs';

/**
 * @typedef {object} Backup
 * @property {string} label
 * @property {string} type
 * @property {boolean} error
 * @property {{ start: number, stop: number }} timestamp in seconds
 * @property {{ repository: { delta: number } }} info
 *
 * @typedef {{ backup: Backup[], archive: { max?: string }[] }} Stanza
 */

const DEFAULTS = { PGBACKREST_CONFIG: inRoot('infra/backup/pgbackrest.conf'), PGBACKREST_STANZA: 'moniker' };
const REQUIRED = {
  PGBACKREST_REPO1_PATH: 'the folder of the repository, or its path in the bucket',
  PGBACKREST_REPO1_CIPHER_PASS: 'the passphrase of the repository',
  PGBACKREST_PG1_PATH: "the server's data folder",
};

/** Patterns that match pgBackRest's errors, and the explanations operators see instead. @type {[RegExp, string][]} */
const EXPLANATIONS = [
  [
    /key\/value found outside of section|cipher header invalid|unable to flush/,
    "PGBACKREST_REPO1_CIPHER_PASS doesn't open the repository: the repository has a different passphrase, or is damaged.",
  ],
  [
    /unable to find primary cluster/,
    "No leader was found at PGBACKREST_PG1_PATH. On a cluster, run this on the leader's machine. Otherwise start the server, and check PGHOST, PGBACKREST_PG1_PORT and PGPASSWORD.",
  ],
  [
    /archive_mode must be enabled|archive_command '.*' must contain/,
    "The server doesn't archive its WAL to the repository. Set archive_mode = on and archive_command = 'pgbackrest --stanza=moniker archive-push %p' (infra/backup/README.md).",
  ],
  [
    /\[082\]|was not archived before/,
    "The server's WAL doesn't reach the repository. The server's log says why archive_command failed.",
  ],
  [
    /unexpected control version|unsupported version|expected control version/,
    'This pgBackRest is older than the server. PostgreSQL 18 needs pgBackRest 2.57 or later.',
  ],
];

/**
 * Characters to replace with spaces in pgBackRest's output. With a wrong passphrase, pgBackRest prints what it
 * decrypted: garbage that is neither valid JSON nor fit for a terminal.
 */
const CONTROL_CHARACTERS = /[^\P{C}\n]|\uFFFD/gu;

/** The environment of pgBackRest. @throws Problem a setting or the program is missing */
export function backupEnv() {
  const missing = Object.entries(REQUIRED).filter(([name]) => !process.env[name]);
  if (missing.length > 0) {
    const lines = missing.map(([name, what]) => `  ${name}  ${what}`);
    throw new Problem(`These settings are missing (infra/backup/README.md):\n${lines.join('\n')}`);
  }
  const program = (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/pgbackrest`));
  if (!program) throw new Problem("pgBackRest isn't installed. On Debian: apt-get install pgbackrest");
  const folder = process.env.PGBACKREST_PG1_PATH ?? '';
  return { ...DEFAULTS, ...process.env, PGBACKREST_PG1_PATH: folder };
}

/**
 * Runs pgBackRest as PostgreSQL's account and returns what it prints.
 * @param {string[]} args
 * @param {AbortSignal} [signal]
 * @throws Problem pgBackRest fails
 */
export async function pgBackRest(args, signal) {
  const { code, output } = await run('pgbackrest', args, {
    ...postgresAccount(),
    ...{ cwd: '/', env: backupEnv(), signal },
  });
  if (code !== 0) throw new Problem(explainFailure(output, args[0] ?? ''));
  return output;
}

function explainFailure(/** @type {string} */ output, /** @type {string} */ command) {
  const explanation = EXPLANATIONS.find(([pattern]) => pattern.test(output))?.[1];
  return explanation ?? `pgbackrest ${command} failed:\n${output.replaceAll(CONTROL_CHARACTERS, ' ').trim()}`;
}

/** The finished backups, oldest first. @returns {Promise<Backup[]>} */
export async function finishedBackups() {
  return (await readStanza())?.backup.filter(({ error }) => !error) ?? [];
}

/** The name of the newest archived WAL file, or undefined. */
export async function newestWal() {
  return (await readStanza())?.archive.at(-1)?.max;
}

/** The repository's backups and WAL; undefined before the first backup. @returns {Promise<Stanza | undefined>} */
async function readStanza() {
  const output = await pgBackRest(['info', '--output=json', '--log-level-console=off']);
  const [stanza] = JSON.parse(output.replaceAll(CONTROL_CHARACTERS, ' '));
  // 1: no such stanza; 2: no backup yet.
  if (stanza === undefined || [1, 2].includes(stanza.status.code)) return undefined;
  if (stanza.status.code !== 0) throw new Problem(explainFailure(JSON.stringify(stanza.repo), 'info'));
  return stanza;
}
