import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../harness/database.js';
import { useDatabase } from '../harness/index.js';

/** A database with the roles from infra/postgres and the grants from the migrations, created as in production. */
const database = useDatabase();
let tables: string[];

beforeAll(async () => {
  const rows = await query<{ name: string }>(
    database.superUrl,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});

const ROLES = ['moniker_owner', 'moniker_app', 'moniker_auditor'];
const CHANGES = ['insert', 'update', 'delete', 'truncate', 'references', 'trigger'];

/** The tables on which a role has one of the privileges, including privileges on single columns. */
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

describe('database roles', () => {
  it('have no administrative rights and are members of no other role', async () => {
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

  it('are required for access to the database: PUBLIC has none', async () => {
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

describe('the application role', () => {
  it('may insert into append-only tables but not change them [LED-3]', async () => {
    const appendOnlyTables = [
      'ledger_event',
      'ledger_entry',
      'ledger_idempotency_key',
      'ledger_merkle_subtree',
      'ledger_batch_signature',
    ];
    const appendOnly = [...appendOnlyTables, 'ledger_checkpoint', 'request_key'].map(
      (name) => `public.${name}`,
    );
    const changeable = await allowed('moniker_app', ['update', 'delete', 'truncate', 'trigger']);
    expect(changeable.filter((name) => appendOnly.includes(name))).toEqual([]);
    expect((await allowed('moniker_app', ['insert'])).filter((name) => appendOnly.includes(name))).toEqual(
      appendOnly.sort(),
    );
  });

  it('may not create, alter or truncate tables', async () => {
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

describe('the auditor role', () => {
  it('may write nothing, even in a read-write transaction [AUD-18]', async () => {
    expect(tables.length).toBeGreaterThan(20);
    expect(await allowed('moniker_auditor', CHANGES)).toEqual([]);
    for (const table of tables) {
      const readWrite = `begin read write; delete from ${table}`;
      await expect(query(database.auditorUrl, readWrite)).rejects.toThrow('permission denied');
    }
    for (const statement of ['create table public.mine (id int)', 'create temporary table mine (id int)']) {
      const readWrite = `begin read write; ${statement}`;
      await expect(query(database.auditorUrl, readWrite)).rejects.toThrow('permission denied');
    }
  });

  it('may read the ledger but no table with personal data [AUD-18]', async () => {
    const readable = await allowed('moniker_auditor', ['select']);
    expect(readable).toEqual(
      [
        'access_log',
        'access_log_head',
        'ledger_account',
        'ledger_batch_signature',
        'ledger_checkpoint',
        'ledger_checkpoint_halt',
        'ledger_entry',
        'ledger_event',
        'ledger_event_index',
        'ledger_follower',
        'ledger_head',
        'ledger_idempotency_key',
        'ledger_merkle_subtree',
        'ledger_pending_command',
        'ledger_projection',
        'ledger_quarantine',
        'ledger_transaction',
        'ledger_verification',
        'schema_migration',
      ].map((name) => `public.${name}`),
    );
    for (const table of ['app_user', 'kyc_application', 'outbox', 'ledger_transaction_text', 'session']) {
      await expect(query(database.auditorUrl, `select from ${table}`)).rejects.toThrow('permission denied');
    }
  });
});
