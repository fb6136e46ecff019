// @ts-check
import { codeOf, Problem } from '../problem.mjs';
import { grantDatabaseAccess, withClient, provisionRoles, urlsPerRole } from './provision.mjs';

/** @typedef {import('./provision.mjs').PerRole} PerRole */

const NOT_ALLOWED = '42501';

/**
 * The addresses to use on a server that somebody else runs: one per role if the given user may set the roles up,
 * else the given one for everything.
 *
 * Roles that exist with other passwords belong to another installation. They are left as they are.
 * @param {string} url
 * @param {PerRole} passwords
 * @returns {Promise<{ urls: PerRole, separated: boolean }>}
 */
export async function useExternalServer(url, passwords) {
  const roles = await existingRoles(url);
  const urls = urlsPerRole(url, databaseOf(url), passwords);
  if (roles.length === 0) await makeRoles(url, passwords);
  const separated = (await canLogIn(urls)) && (await letIn(url, urls));
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
    throw new Problem(
      `No connection to the PostgreSQL at ${host} that DATABASE_URL names: ${messageOf(error)}`,
    );
  }
}

async function makeRoles(/** @type {string} */ url, /** @type {PerRole} */ passwords) {
  try {
    await provisionRoles(url, passwords);
  } catch (error) {
    if (codeOf(error) !== NOT_ALLOWED) throw error;
    throw new Problem(
      'The user in DATABASE_URL may not create roles: let an administrator run infra/postgres/roles.sql first, or give it CREATEROLE.',
    );
  }
}

/** Whether the roles are the ones that we made. */
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

/** Whether the roles could be let into the database; a GRANT that one may not give is only a notice, so it is checked. */
async function letIn(/** @type {string} */ url, /** @type {PerRole} */ urls) {
  try {
    await grantDatabaseAccess(url);
    const { rows } = await withClient(urls.owner, (client) =>
      client.query("SELECT has_schema_privilege('public', 'CREATE') AS allowed"),
    );
    return rows[0]?.allowed === true;
  } catch (error) {
    if (codeOf(error) === NOT_ALLOWED) return false;
    throw error;
  }
}

const databaseOf = (/** @type {string} */ url) =>
  decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';

function messageOf(/** @type {unknown} */ error) {
  if (error instanceof AggregateError) return codeOf(error) ?? 'refused';
  return error instanceof Error ? error.message : String(error);
}
