// @ts-check
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { withClient, provisionDatabase, provisionRoles, urlsPerRole } from './postgres/provision.mjs';
import { startPostgres } from './postgres/server.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { COVERAGE_ENV } from './testing/process-coverage.mjs';

/**
 * The URL, template and passwords with which the tests reach the server, and a folder that is removed at the end of the
 * run.
 * @typedef {{ superUrl: string, template: string, folder: string, passwords: import('./postgres/provision.mjs').PerRole
 *   }} TestConnection
 */

const PASSWORDS = { owner: 'test-owner', app: 'test-app', auditor: 'test-auditor' };

// With these settings, data survives a crash of the server but not of the machine. That is enough, because no data
// outlives the run.
const FAST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '64MB',
  // One hashing round per password, because tests open thousands of connections. Applies only to passwords that are
  // set after the server has started.
  scram_iterations: '1',
};

const SUPERUSER_PASSWORD = 'test-super';

/** Disk space for the databases of a full run, with a margin. */
const SPACE_NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Creates the roles and a migrated template database on a PostgreSQL server. If MONIKER_TEST_PG_URL (a superuser's URL)
 * is set, connects to that server. Otherwise, starts a server in a temporary folder.
 */
export async function openTestServer() {
  const externalUrl = process.env.MONIKER_TEST_PG_URL;
  const folder = mkdtempSync(path.join(temporaryRoot(), 'moniker-test-'));
  chmodSync(folder, 0o711);
  const server = externalUrl
    ? { url: externalUrl, stop: () => Promise.resolve() }
    : await startTemporaryServer(folder);
  const template = `moniker_template_${process.pid}`;
  /** @type {TestConnection} */
  const connection = { superUrl: server.url, template, folder, passwords: PASSWORDS };
  const close = async () => {
    await dropDatabase(server.url, template);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await prepareTemplate(connection);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection, close };
}

/**
 * The folder for temporary files: Linux's in-memory file system if it is large enough, so tests do not wait for a disk.
 */
function temporaryRoot() {
  const shared = '/dev/shm';
  if (!existsSync(shared)) return tmpdir();
  const { bavail, bsize } = statfsSync(shared);
  return bavail * bsize > SPACE_NEEDED_BYTES ? shared : tmpdir();
}

async function startTemporaryServer(/** @type {string} */ folder) {
  const server = await startPostgres({
    folder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    password: SUPERUSER_PASSWORD,
    settings: FAST_SETTINGS,
  });
  // initdb hashed the superuser's password before `scram_iterations` took effect, so the password is set again.
  await withClient(server.url, (client) =>
    client.query(`ALTER ROLE CURRENT_USER PASSWORD '${SUPERUSER_PASSWORD}'`),
  );
  return server;
}

/** @param {TestConnection} connection */
async function prepareTemplate({ superUrl, template, passwords }) {
  await provisionRoles(superUrl, passwords);
  await dropDatabase(superUrl, template);
  await provisionDatabase(superUrl, template);
  await migrate(urlsPerRole(superUrl, template, passwords));
}

/** @param {import('./postgres/provision.mjs').PerRole} urls */
async function migrate(urls) {
  const script = inRoot('api/dist/apps/migrate.js');
  if (!existsSync(script))
    throw new Problem('api/dist/apps/migrate.js is missing. Run npm run build -w api.');
  const env = {
    ...process.env,
    ...COVERAGE_ENV,
    MONIKER_PROFILE: 'local',
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_URL: urls.app,
  };
  const { code, output } = await run(process.execPath, [script], { env });
  if (code !== 0) throw new Problem(`The migrations failed:\n${output}`);
}

async function dropDatabase(/** @type {string} */ superUrl, /** @type {string} */ name) {
  await withClient(superUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}
