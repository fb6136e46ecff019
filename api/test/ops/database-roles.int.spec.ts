import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, query, type TestDatabase } from '../support/database.js';

/** The roles that infra/postgres makes, with what the migrations grant them; the same files as in production. */
let database: TestDatabase;
let tables: string[];

beforeAll(async () => {
  database = await createDatabase();
  const rows = await query<{ name: string }>(
    database.superUrl,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});

afterAll(() => database.drop());

const ROLES = ['moniker_owner', 'moniker_app', 'moniker_auditor'];
const CHANGES = ['insert', 'update', 'delete', 'truncate', 'references', 'trigger'];

/** The tables with which a role may do one of these things, columns of their own included. */
async function allowed(role: string, privileges: readonly string[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database.superUrl,
    `select distinct name from unnest($2::text[]) as name, unnest($3::text[]) as privilege
      where has_table_privilege($1, name, privilege)
        or (privilege in ('select', 'insert', 'update', 'references') and has_any_column_privilege($1, name, privilege))
      order by 1`,
    [role, tables, privileges],
  );
  return rows.map(({ name }) => name);
}

describe('the roles', () => {
  it('are no more than roles: none may rule the server or become another', async () => {
    const rows = await query(
      database.superUrl,
      `select rolname from pg_roles where rolname = any($1) and
        (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls)`,
      [ROLES],
    );
    expect(rows).toEqual([]);
    expect(
      await query(
        database.superUrl,
        `select from pg_auth_members where member = any(select oid from pg_roles where rolname = any($1))`,
        [ROLES],
      ),
    ).toEqual([]);
  });

  it('are alone in the database: nobody else may enter it, use its schema or make anything there', async () => {
    const [row] = await query<Record<string, boolean>>(
      database.superUrl,
      `select has_database_privilege('public', current_database(), 'connect') as connect,
        has_database_privilege('public', current_database(), 'temporary') as temporary,
        has_schema_privilege('public', 'public', 'usage') as usage,
        has_schema_privilege('public', 'public', 'create') as create`,
    );
    expect(row).toEqual({ connect: false, temporary: false, usage: false, create: false });
  });
});

describe('the application', () => {
  it('may add to what is kept for ever, and neither change nor remove any of it [LED-3]', async () => {
    const kept = ['ledger_event', 'ledger_entry', 'ledger_idempotency_key', 'ledger_merkle_subtree'];
    const forEver = [...kept, 'ledger_checkpoint'].map((name) => `public.${name}`);
    const changeable = await allowed('moniker_app', ['update', 'delete', 'truncate', 'trigger']);
    expect(changeable.filter((name) => forEver.includes(name))).toEqual([]);
    expect((await allowed('moniker_app', ['insert'])).filter((name) => forEver.includes(name))).toEqual(
      forEver.sort(),
    );
  });

  it('may empty no table, make none and change the shape of none', async () => {
    expect(await allowed('moniker_app', ['truncate', 'references', 'trigger'])).toEqual([]);
    for (const statement of [
      'create table public.mine (id int)',
      'create schema mine',
      'create temporary table mine (id int)',
      'alter table ledger_event disable trigger all',
      'drop table ledger_event',
      'set role moniker_owner',
      'set session_replication_role = replica',
    ]) {
      await expect(query(database.appUrl, statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});

describe('the auditor', () => {
  it('may change nothing anywhere, whatever it says about its transaction [AUD-18]', async () => {
    expect(tables.length).toBeGreaterThan(20);
    expect(await allowed('moniker_auditor', CHANGES)).toEqual([]);
    for (const table of tables) {
      const insists = `begin read write; delete from ${table}`;
      await expect(query(database.auditorUrl, insists)).rejects.toThrow('permission denied');
    }
    for (const statement of ['create table public.mine (id int)', 'create temporary table mine (id int)']) {
      const insists = `begin read write; ${statement}`;
      await expect(query(database.auditorUrl, insists)).rejects.toThrow('permission denied');
    }
  });

  it('reads the ledger, and nothing in which there are people [AUD-18]', async () => {
    const readable = await allowed('moniker_auditor', ['select']);
    expect(readable).toEqual(
      [
        'ledger_account',
        'ledger_checkpoint',
        'ledger_entry',
        'ledger_event',
        'ledger_head',
        'ledger_merkle_subtree',
        'ledger_projection',
        'ledger_transaction',
      ].map((name) => `public.${name}`),
    );
    for (const table of ['app_user', 'kyc_application', 'outbox', 'ledger_transaction_text', 'session']) {
      await expect(query(database.auditorUrl, `select from ${table}`)).rejects.toThrow('permission denied');
    }
  });
});
