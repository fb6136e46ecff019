// @ts-check
import { ensureBuilt } from '../../../infra/local/build.mjs';
import { openTestServer } from '../../../infra/local/test-server.mjs';

/** One PostgreSQL for the whole run, with a migrated database that every test copies. */
export default async function globalSetup() {
  await ensureBuilt(['api']);
  const server = await openTestServer();
  process.env.MONIKER_TEST_SERVER = JSON.stringify(server.connection);
  Object.assign(globalThis, { monikerTestServer: server });
}
