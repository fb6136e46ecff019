// @ts-check
// Starts a test's own PostgreSQL server: postgres-server.mjs FOLDER SETTINGS [new]. Prints its URLs as one line of JSON.
import { clusterDir } from '../../../infra/local/postgres/cluster.mjs';
import { provisionDatabase, provisionRoles, urlsPerRole } from '../../../infra/local/postgres/provision.mjs';
import { startPostgres } from '../../../infra/local/postgres/server.mjs';
import { run } from '../../../infra/local/run.mjs';
import { inRoot } from '../../../infra/local/paths.mjs';

const [folder = '', settings = '{}', isNew] = process.argv.slice(2);
const PASSWORDS = { owner: 'test-owner', app: 'test-app', auditor: 'test-auditor' };
const DATABASE = 'moniker';

const server = await startPostgres({
  folder,
  logFile: `${folder}.log`,
  password: 'test-super',
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
