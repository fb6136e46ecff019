// @ts-check
import { codeOf, Problem } from '../problem.mjs';
import { grantDatabaseAccess, withClient, provisionRoles, urlsPerRole } from './provision.mjs';

/** @typedef {import('./provision.mjs').PerRole} PerRole */

/** PostgreSQL's error code for missing privileges. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * The URLs for a PostgreSQL server that this installation does not manage: one per role if the roles have our
 * passwords and get access to the database, otherwise the given URL for all of them.
 *
 * Creates the roles if there are none. Existing roles with other passwords belong to another installation and are not
 * changed.
 * @param {string} url
 * @param {PerRole} passwords
 * @returns {Promise<{ urls: PerRole, separated: boolean }>}
 */
export async function useExternalServer(url, passwords) {
  const roles = await existingRoles(url);
  const urls = urlsPerRole(url, databaseOf(url), passwords);
  if (roles.length === 0) await createRoles(url, passwords);
  const separated = (await canLogIn(urls)) && (await grantAccess(url, urls));
  return { urls: separated ? urls : { owner: url, app: url, auditor: url }, separated };
}

async function existingRoles(/** @type {string} */ url) {
  try {
    const result = await withClient(url, (client) =>
      client.query(
        "SELECT FROM pg_roles WHERE rolname IN ('moniker_owner', 'moniker_app', 'moniker_auditor')",
      ),
    );
    return result.rows;
  } catch (error) {
    const { host } = new URL(url);
    throw new Problem(`PostgreSQL isn't reachable at ${host} (${messageOf(error)}). Check DATABASE_URL.`);
  }
}

async function createRoles(/** @type {string} */ url, /** @type {PerRole} */ passwords) {
  try {
    await provisionRoles(url, passwords);
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Problem(
      'The user in DATABASE_URL is not allowed to create roles. Grant it CREATEROLE, or let an administrator run infra/postgres/roles.sql first.',
    );
  }
}

/** Whether the roles have our passwords. */
async function canLogIn(/** @type {PerRole} */ urls) {
  try {
    await Promise.all(
      Object.values(urls).map((url) => withClient(url, (client) => client.query('SELECT 1'))),
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Grants the roles access to the database. Returns whether the roles have access, because PostgreSQL only warns and
 * does not fail if the user lacks the right to grant access.
 */
async function grantAccess(/** @type {string} */ url, /** @type {PerRole} */ urls) {
  try {
    await grantDatabaseAccess(url);
    const { rows } = await withClient(urls.owner, (client) =>
      client.query("SELECT has_schema_privilege('public', 'CREATE') AS allowed"),
    );
    return rows[0]?.allowed === true;
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

const databaseOf = (/** @type {string} */ url) =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';

function messageOf(/** @type {unknown} */ error) {
  if (error instanceof AggregateError) return codeOf(error) ?? 'refused';
  return error instanceof Error ? error.message : String(error);
}
