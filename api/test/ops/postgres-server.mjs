// @ts-check
// Starts a test's own PostgreSQL server: postgres-server.mjs FOLDER SETTINGS new|existing [PROGRAMS]. PROGRAMS is the
// folder of an older PostgreSQL to use instead of the one that npm installed. Prints the server's URLs and data
// directory as one line of JSON.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresAccount } from '../../../infra/local/postgres/account.mjs';
import { program } from '../../../infra/local/postgres/binaries.mjs';
import { clusterDir } from '../../../infra/local/postgres/cluster.mjs';
import { provisionDatabase, provisionRoles, urlsPerRole } from '../../../infra/local/postgres/provision.mjs';
import { startPostgres } from '../../../infra/local/postgres/server.mjs';
import { run } from '../../../infra/local/run.mjs';
import { inRoot } from '../../../infra/local/paths.mjs';

const [folder = '', settings = '{}', isNew, programs] = process.argv.slice(2);
const PASSWORDS = { owner: 'test-owner', app: 'test-app', auditor: 'test-auditor' };
const DATABASE = 'moniker';
const PASSWORD = 'test-super';

if (isNew === 'new' && programs) await createCluster(programs);
const server = await startPostgres({
  ...{ folder, programs, logFile: `${folder}.log`, password: PASSWORD },
  settings: JSON.parse(settings),
});
const urls = urlsPerRole(server.url, DATABASE, PASSWORDS);
if (isNew === 'new') await provision();
const superUrl = server.url.replace(/\/postgres$/, `/${DATABASE}`);
console.log(JSON.stringify({ ...urls, superUrl, data: clusterDir(server.relocatedTo ?? folder) }));

process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));

async function provision() {
  await provisionRoles(server.url, PASSWORDS);
  await provisionDatabase(server.url, DATABASE);
  const env = {
    ...process.env,
    MONIKER_PROFILE: 'local',
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_URL: urls.app,
  };
  const { code, output } = await run(process.execPath, [inRoot('api/dist/apps/migrate.js')], {
    env,
  });
  if (code !== 0) throw new Error(output);
}

/**
 * Runs an older PostgreSQL's initdb with libc's C.UTF-8, because versions before 17 have no builtin locale provider.
 */
async function createCluster(/** @type {string} */ from) {
  mkdirSync(folder);
  const account = postgresAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  writeFileSync(`${folder}.password`, PASSWORD, { mode: 0o644 });
  const flags = [
    '--username=postgres',
    `--pwfile=${folder}.password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  const { code, output } = await run(
    program(from, 'initdb'),
    [`--pgdata=${path.join(folder, 'data')}`, '--locale=C.UTF-8', '--no-sync', ...flags],
    { ...account, cwd: folder },
  );
  if (code !== 0) throw new Error(output);
}
