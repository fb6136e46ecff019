// @ts-check
import path from 'node:path';
import { rotateLog } from './logs.mjs';
import { useExternalServer } from './postgres/external-server.mjs';
import { provisionDatabase, provisionRoles, urlsPerRole } from './postgres/provision.mjs';
import { startPostgres } from './postgres/server.mjs';
import { readDispensableFile, writePrivateFile } from './private-file.mjs';

/**
 * @typedef {import('./postgres/provision.mjs').PerRole} PerRole
 * @typedef {{ urls: PerRole, separated: boolean }} Database
 * @typedef {import('./postgres/server.mjs').PostgresServer} PostgresServer
 */

const NAME = 'moniker';

/**
 * Starts the built-in PostgreSQL of a data folder. It reuses the port of the previous start if possible, so other
 * tools can keep their connection settings.
 * @param {string} folder
 * @param {import('./secrets.mjs').Secrets} secrets
 * @param {AbortSignal} signal aborts the start
 */
export async function startBuiltInServer(folder, secrets, signal) {
  const portFile = path.join(folder, 'postgres-port.json');
  const logFile = path.join(folder, 'logs/postgres.log');
  rotateLog(logFile);
  const server = await startPostgres({
    folder: path.join(folder, 'postgres'),
    logFile,
    password: secrets.superuserPassword,
    port: readDispensableFile(portFile),
    signal,
  });
  writePrivateFile(portFile, server.port);
  return server;
}

/**
 * Creates the roles and the database if necessary.
 * @param {PostgresServer} server
 * @param {import('./secrets.mjs').Secrets} secrets
 * @returns {Promise<Database>}
 */
export async function prepareBuiltInDatabase(server, { passwords }) {
  await provisionRoles(server.url, passwords);
  await provisionDatabase(server.url, NAME);
  return { urls: builtInUrls(server, passwords), separated: true };
}

/** The bank's database URLs on the built-in server, one per role. */
export const builtInUrls = (/** @type {PostgresServer} */ server, /** @type {PerRole} */ passwords) =>
  urlsPerRole(server.url, NAME, passwords);

export { useExternalServer };
