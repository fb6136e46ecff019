// @ts-check
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { inRoot } from '../paths.mjs';

/** @typedef {{ owner: string, app: string, auditor: string }} PerRole */

/** @type {(keyof PerRole)[]} */
const ROLES = ['owner', 'app', 'auditor'];

/**
 * Creates the roles and sets their passwords.
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
 * Creates the database unless it exists, and grants the roles access to it.
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

/** Grants the bank's roles, and no others, access to the database that the URL names. */
export async function grantDatabaseAccess(/** @type {string} */ adminUrl) {
  await withClient(adminUrl, (client) => client.query(sql('database.sql')));
}

/**
 * The URL of the database for each role.
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

/** The URL of another database on the same server. */
export function inDatabase(/** @type {string} */ url, /** @type {string} */ database) {
  const result = new URL(url);
  result.pathname = `/${encodeURIComponent(database)}`;
  return result.href;
}

/**
 * Runs `use` with a connection and closes it afterwards.
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
