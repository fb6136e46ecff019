// @ts-check
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../../infra/local/build.mjs';
import { openTestServer } from '../../../infra/local/test-server.mjs';
import { openSharedKurrentDb } from './services/shared-kurrentdb.mjs';
import { TEST_SECRET_KEY } from './services/test-secret-key.mjs';
import { TestServices } from './services/test-services.mjs';

/**
 * Starts what all tests share: a PostgreSQL server with a migrated template database, the test services, and a
 * KurrentDB server in runs that keep their logs there.
 */
export default async function globalSetup() {
  const started = performance.now();
  await ensureBuilt(['api']);
  const server = await openTestServer();
  const kurrent = await openSharedKurrentDb(server.connection.folder);
  const services = new TestServices(server.connection);
  process.env.MONIKER_TEST_SERVER = JSON.stringify({
    ...server.connection,
    services: await services.open(),
    secretKey: TEST_SECRET_KEY,
    kurrentUrl: kurrent.url,
  });
  const setupMs = performance.now() - started;
  const close = async () => {
    reportTimes({ setupMs, hashingMs: services.hashingMs });
    await services.close();
    await kurrent.close();
    await server.close();
  };
  Object.assign(globalThis, { closeTestServer: close });
}

/** Writes the times of the whole run into the folder with the times of each test file (`timed-environment.mjs`). */
function reportTimes(/** @type {{ setupMs: number, hashingMs: number }} */ times) {
  const folder = process.env.MONIKER_TEST_TIMES;
  if (folder) writeFileSync(path.join(folder, 'run.json'), JSON.stringify(times));
}
