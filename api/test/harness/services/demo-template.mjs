// @ts-check
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../../../infra/local/paths.mjs';
import {
  grantDatabaseAccess,
  withClient,
  inDatabase,
  urlsPerRole,
} from '../../../../infra/local/postgres/provision.mjs';
import { run } from '../../../../infra/local/run.mjs';
import { COVERAGE_ENV } from '../../../../infra/local/testing/process-coverage.mjs';
import { TEST_SECRET_KEY } from './test-secret-key.mjs';

/**
 * Makes a database with the demo's people and history, as `npm start` seeds it, for tests to copy.
 * @param {import('../../../../infra/local/test-server.mjs').TestConnection} connection
 * @returns {Promise<string>} its name
 */
export async function seedDemoTemplate({ superUrl, template, folder, passwords }) {
  const name = `${template}_demo`;
  await withClient(superUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER moniker_owner`);
  });
  await grantDatabaseAccess(inDatabase(superUrl, name));
  const { code, output } = await run(process.execPath, [inRoot('api/dist/apps/seed.js')], {
    env: {
      ...COVERAGE_ENV,
      PATH: process.env.PATH,
      MONIKER_PROFILE: 'local',
      DATABASE_URL: urlsPerRole(superUrl, name, passwords).app,
      SECRET_KEY: TEST_SECRET_KEY,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DATA_DIR: mkdtempSync(path.join(folder, 'seed-')),
    },
  });
  if (code !== 0) throw new Error(`The demo data could not be seeded:\n${output}`);
  return name;
}
