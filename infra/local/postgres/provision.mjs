// @ts-check
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { inRoot } from '../paths.mjs';

/** @typedef {{ owner: string, app: string, auditor: string }} PerRole */

/** @type {(keyof PerRole)[]} */
const ROLES = ['owner', 'app', 'auditor'];

/**
 * Makes the roles, with these passwords, on a server that is ours.
 * @param {string} adminUrl
 * @param {PerRole} passwords
 */
export async function provisionRoles(adminUrl, passwords) {
  await withClient(adminUrl, async (client) => {
    await client.query(sql('roles.sql'));
    for (const role of ROLES) {
      await client.query(`ALTER ROLE moniker_${role} PASSWORD ${client.escapeLiteral(passwords[role])}`);
    }
  });
}

/**
 * Makes the database unless it is there, and lets the roles in.
 * @param {string} adminUrl
 * @param {string} database
 */
export async function provisionDatabase(adminUrl, database) {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (!rowCount)
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} OWNER moniker_owner`);
  });
  await grantDatabaseAccess(inDatabase(adminUrl, database));
}

/** Lets the roles, and nobody else, into the database that the address names. */
export async function grantDatabaseAccess(/** @type {string} */ adminUrl) {
  await withClient(adminUrl, (client) => client.query(sql('database.sql')));
}

/**
 * The address of the database for each role.
 * @param {string} adminUrl
 * @param {string} database
 * @param {PerRole} passwords
 * @returns {PerRole}
 */
export function urlsPerRole(adminUrl, database, passwords) {
  const url = (/** @type {keyof PerRole} */ role) => {
    const result = new URL(inDatabase(adminUrl, database));
    result.username = `moniker_${role}`;
    result.password = passwords[role];
    return result.href;
  };
  return { owner: url('owner'), app: url('app'), auditor: url('auditor') };
}

/** The same server, another database. */
export function inDatabase(/** @type {string} */ url, /** @type {string} */ database) {
  const result = new URL(url);
  result.pathname = `/${encodeURIComponent(database)}`;
  return result.href;
}

/**
 * Lends out one connection.
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const sql = (/** @type {string} */ name) => readFileSync(inRoot('infra/postgres', name), 'utf8');
