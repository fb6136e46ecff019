import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger, type VerifyResult } from '../../src/ledger/verify/verify-ledger.js';
import { query, runCli, useDatabase } from '../harness/index.js';

const database = useDatabase();

const asSuperuser = (sql: string) => query(database.superUrl, sql);

const verify = (): Promise<VerifyResult> =>
  withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql));

/** Changes by a superuser, how to undo them, and what `verify` finds for each. */
const EDITS: readonly (readonly [what: string, edit: string, undo: string, finding: string])[] = [
  [
    'a disabled trigger of the log',
    'alter table ledger_event disable trigger ledger_event_no_change',
    'alter table ledger_event enable trigger ledger_event_no_change',
    'the trigger ledger_event.ledger_event_no_change is',
  ],
  [
    'disabled foreign keys',
    'alter table kyc_application disable trigger all',
    'alter table kyc_application enable trigger all',
    'the trigger kyc_application.kyc_application_user_id_fkey isn\'t part of this release: "DISABLED"',
  ],
  [
    'a dropped trigger',
    'drop trigger ledger_event_no_truncate on ledger_event',
    `create trigger ledger_event_no_truncate before truncate on ledger_event
      for each statement execute function ledger_refuse_change()`,
    'the trigger ledger_event.ledger_event_no_truncate is missing',
  ],
  [
    'a trigger that swallows security emails',
    `create function swallow() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger swallow before insert on outbox for each row
        when (new.template like '%sign-in%') execute function swallow()`,
    'drop trigger swallow on outbox; drop function swallow()',
    "the trigger outbox.swallow isn't part of this release",
  ],
  [
    'a rule that swallows emails',
    'create rule swallow as on insert to outbox do instead nothing',
    'drop rule swallow on outbox',
    "the rule outbox.swallow isn't part of this release",
  ],
  [
    'a changed trigger function',
    `create or replace function ledger_refuse_change() returns trigger language plpgsql as
      $$ begin return new; end $$`,
    '',
    'the function ledger_refuse_change() is',
  ],
  [
    'an extra privilege of the application',
    'grant update on ledger_event to moniker_app',
    'revoke update on ledger_event from moniker_app',
    'the grant to moniker_app on ledger_event is "INSERT, SELECT, UPDATE"',
  ],
  [
    'an extra privilege on a column',
    'grant select (ssn_ciphertext) on kyc_application to moniker_auditor',
    'revoke select (ssn_ciphertext) on kyc_application from moniker_auditor',
    "the grant to moniker_auditor on kyc_application.ssn_ciphertext isn't part of this release",
  ],
  [
    'a privilege granted to everyone',
    'grant select on app_user to public',
    'revoke select on app_user from public',
    "the grant to public on app_user isn't part of this release",
  ],
  [
    'a dropped constraint',
    'alter table app_user rename constraint app_user_admin_role_check to saved_check',
    'alter table app_user rename constraint saved_check to app_user_admin_role_check',
    'the constraint app_user.app_user_admin_role_check is missing',
  ],
  [
    'a dropped unique index',
    'alter table identity_claim rename constraint identity_claim_pkey to saved_pkey',
    'alter table identity_claim rename constraint saved_pkey to identity_claim_pkey',
    'the index identity_claim_pkey is missing',
  ],
  [
    'a changed column type',
    'alter table chat_message alter column message type varchar(9000)',
    'alter table chat_message alter column message type text',
    'the column chat_message.message is "character varying(9000)',
  ],
  [
    'row security that hides rows',
    'alter table app_user enable row level security',
    'alter table app_user disable row level security',
    'the table app_user is "kind r, owner moniker_owner, row security"',
  ],
  [
    'a changed table owner',
    'alter table saved_filter owner to current_user',
    'alter table saved_filter owner to moniker_owner',
    'the table saved_filter is "kind r, owner ',
  ],
  [
    'a setting that turns triggers off',
    'do $$ begin execute format($f$alter role moniker_app in database %I set session_replication_role = replica$f$, current_database()); end $$',
    'do $$ begin execute format($f$alter role moniker_app in database %I reset session_replication_role$f$, current_database()); end $$',
    "the setting session_replication_role of moniker_app isn't part of this release",
  ],
  [
    'a function that hides a changed recipient and was added to an extension',
    `create function to_json(text) returns json language sql as
        $$ select to_json(case $1 when 'forged' then 'true' else $1 end::varchar) $$;
      alter extension pg_trgm add function to_json(text)`,
    'alter extension pg_trgm drop function to_json(text); drop function to_json(text)',
    "the function to_json(text) isn't part of this release",
  ],
  [
    "a function added to PostgreSQL's own functions",
    `set allow_system_table_mods = on; create function pg_catalog.to_json(text) returns json language sql as
      $$ select to_json($1::varchar) $$`,
    'set allow_system_table_mods = on; drop function pg_catalog.to_json(text)',
    "the function to_json(text) isn't part of this release",
  ],
  [
    'an added operator',
    'create operator public.||| (leftarg = text, rightarg = text, function = textcat)',
    'drop operator public.||| (text, text)',
    "the operator |||(text,text) isn't part of this release",
  ],
  [
    'an added cast',
    'create cast (point as xml) with inout as assignment',
    'drop cast (point as xml)',
    "the cast point as xml isn't part of this release",
  ],
  [
    'a collation that ignores case',
    `create collation loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
      alter table request_key alter column key type text collate loose`,
    'alter table request_key alter column key type text collate "default"; drop collation loose',
    'the column request_key.key is "text collate',
  ],
  [
    'a child table in another schema, whose rows appear in its parent table',
    'create schema elsewhere; create table elsewhere.session () inherits (session)',
    'drop schema elsewhere cascade',
    "the child table elsewhere.session of session isn't part of this release",
  ],
  [
    'the privilege to create schemas',
    'do $$ begin execute format($f$grant create on database %I to moniker_app$f$, current_database()); end $$',
    'do $$ begin execute format($f$revoke create on database %I from moniker_app$f$, current_database()); end $$',
    'the grant to moniker_app on database isn\'t part of this release: "CREATE"',
  ],
  [
    'a setting that changes comparisons',
    'do $$ begin execute format($f$alter role moniker_app in database %I set transform_null_equals = on$f$, current_database()); end $$',
    'do $$ begin execute format($f$alter role moniker_app in database %I reset transform_null_equals$f$, current_database()); end $$',
    "the setting transform_null_equals of moniker_app isn't part of this release",
  ],
];

describe('verification of the schema', () => {
  it('finds nothing wrong in a migrated database [AUD-82]', async () => {
    expect(await verify()).toMatchObject({ ok: true, findings: [], warnings: [] });
  });

  it.each(EDITS)('names %s [AUD-82]', async (_what, edit, undo, finding) => {
    const [source] = await query<{ text: string }>(
      database.superUrl,
      `select pg_get_functiondef('ledger_refuse_change()'::regprocedure) as text`,
    );
    await asSuperuser(edit);
    try {
      const { ok, findings } = await verify();
      expect(ok).toBe(false);
      expect(findings.filter(({ check }) => check === 'schema').map(({ message }) => message)).toContainEqual(
        expect.stringContaining(finding),
      );
    } finally {
      await asSuperuser(undo || (source?.text ?? ''));
    }
  });

  it('exits with 1 and prints the finding [AUD-82]', async () => {
    await asSuperuser('grant delete on ledger_entry to moniker_app');
    const { code, stdout } = await runCli(['verify'], { database });
    await asSuperuser('revoke delete on ledger_entry from moniker_app');
    expect(code).toBe(1);
    expect(stdout).toContain('the grant to moniker_app on ledger_entry is "DELETE, INSERT, SELECT"');
  });
});

describe('verification of a database with a newer migration', () => {
  const NEWER = `insert into schema_migration (timestamp, name) values (9999999999999, 'Newer9999999999999')`;

  beforeAll(() => asSuperuser(NEWER));
  afterAll(() => asSuperuser(`delete from schema_migration where name = 'Newer9999999999999'`));

  it('warns about additions, but reports a disabled trigger as a finding [AUD-82]', async () => {
    await asSuperuser(`create table newer (id uuid); alter table chat_message add column newer text;
      alter table ledger_event disable trigger ledger_event_no_change`);
    const { findings, warnings } = await verify();
    await asSuperuser(`drop table newer; alter table chat_message drop column newer;
      alter table ledger_event enable trigger ledger_event_no_change`);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the trigger ledger_event.ledger_event_no_change is'),
    ]);
    expect(warnings).toEqual([
      {
        ...{ check: 'schema', position: null },
        message: expect.stringMatching(
          /NOT checked.*column chat_message.newer, column newer.id, table newer/,
        ),
      },
    ]);
  });
});

describe('verification of a database that lacks a migration', () => {
  it('names the migration [AUD-82]', async () => {
    const [last] = await query<{ name: string }>(
      database.superUrl,
      'delete from schema_migration where id = (select max(id) from schema_migration) returning name',
    );
    expect((await verify()).findings).toMatchObject([
      { check: 'schema', message: `the database lacks migrations of this release (1): ${last?.name ?? ''}` },
    ]);
  });
});
