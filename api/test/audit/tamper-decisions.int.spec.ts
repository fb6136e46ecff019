import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import {
  verifyLedger,
  type VerifyOptions,
  type VerifyResult,
} from '../../src/ledger/verify/verify-ledger.js';
import { MIGRATIONS } from '../../src/migrations/migrations.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { newCustomer, newSsn, uploadLicenseSides, type KycStatus } from '../kyc/kyc.fixtures.js';
import { KYC, requestAccount, userIdOf } from '../payments/money.fixtures.js';
import {
  programEnv,
  query,
  runCli,
  runCreateAdmin,
  startApi,
  temporaryFolder,
  type TestDatabase,
  useBank,
  useDatabase,
} from '../harness/index.js';
import { checkpointAt, executeWithoutTriggers } from './tamper.fixtures.js';

const bank = useBank();
const { database } = bank;

const verify = (options: VerifyOptions = {}): Promise<VerifyResult> =>
  withAuditConnection(database.auditorUrl, (sql) => verifyLedger(sql, options));

const behindTriggers = (sql: string) => executeWithoutTriggers(database, sql);

const TABLES = ['app_user', 'kyc_application', 'account_request', 'admin_role_change'];

/** Saves the rows before the tests change them. */
async function saveRows(): Promise<void> {
  const copies = TABLES.map((table) => `create table saved.${table} as table public.${table}`);
  await query(database.superUrl, `create schema saved; ${copies.join('; ')}`);
}

async function restoreRows(): Promise<void> {
  const copies = TABLES.map((table) => `delete from ${table}; insert into ${table} table saved.${table}`);
  await behindTriggers(copies.join('; '));
}

/** Returns the id of the row that belongs to a demo user. */
async function idOf(table: string, moniker: string): Promise<string> {
  const key = table === 'app_user' ? 'id' : 'user_id';
  const [row] = await query<{ id: string }>(
    database.superUrl,
    `select ${table}.id from ${table} join app_user u on u.id = ${table}.${key} where u.moniker = $1`,
    [moniker],
  );
  if (row === undefined) throw new Error(`${moniker} has no ${table}`);
  return row.id;
}

describe('decisions of a bank', () => {
  it('agree with the log, whatever was decided [AUD-50]', async () => {
    const { admin } = bank;
    const customer = await newCustomer(bank.api.baseUrl, database);
    const applied = await customer.post<KycStatus>('/api/kyc/create', {
      ...{ ...KYC, ssn: newSsn() },
      ...(await uploadLicenseSides(customer)),
    });
    const kyc = `/api/admin/kyc/${applied.body.kyc?.id ?? ''}`;
    const request = `/api/admin/account-requests/${applied.body.accountRequest?.id ?? ''}`;
    const decisions = [
      () => admin.put(`${kyc}/reject`, { notes: 'Not readable' }),
      () => admin.put(`${kyc}/reset`, {}),
      () => admin.put(`${kyc}/approve`, {}),
      () => admin.put(request, { status: 'approved' }),
      () => admin.put(request, { status: 'in_review' }),
      () => admin.put(request, { status: 'approved', accountNumber: '482915399' }),
      () => admin.put(request, { status: 'approved', statusMessage: 'Welcome' }),
      async () => admin.delete(`/api/admin/users/${await userIdOf(customer)}`),
    ];
    for (const decide of decisions) {
      const { status } = await decide();
      expect(status).toBeLessThan(300);
      expect(await verify()).toMatchObject({ findings: [], warnings: [], notCompared: [] });
    }
  });

  it('record account numbers as digests [LED-60]', async () => {
    const events = await query<{ type: string; payload: string }>(
      database.superUrl,
      `select type, payload from ledger_event where type like 'AccountNumber%' order by position desc limit 2`,
    );
    expect(events.map(({ type }) => type)).toEqual(['AccountNumberChanged', 'AccountNumberAssigned']);
    for (const { payload } of events)
      expect(payload).toMatch(/"numbersDigest":"[\w-]{43}","origin":"decision"/);
  });
});

describe('verification of decided rows', () => {
  beforeAll(saveRows);

  afterEach(restoreRows);

  const ofUser = (moniker: string) => `user_id = (select id from app_user where moniker = '${moniker}')`;

  it.each([
    [
      'the admin flag',
      'app_user',
      `update app_user set is_admin = true where moniker = 'alice'`,
      (id: string) =>
        `user ${id} is an admin without a role, but according to the log the user isn't an admin`,
    ],
    [
      'the admin flag and the role',
      'app_user',
      `update app_user set is_admin = true, admin_role = 'owner' where moniker = 'alice'`,
      (id: string) => `the role of user ${id} is owner, but according to the log the user isn't an admin`,
    ],
    [
      'an identity check',
      'kyc_application',
      `update kyc_application set status = 'rejected' where ${ofUser('alice')}`,
      (id: string) =>
        `the status of identity check ${id} is rejected, but according to the log it is approved`,
    ],
    [
      'the customer of an identity check',
      'kyc_application',
      `update kyc_application set user_id = (select id from app_user where moniker = 'bobs_bikes')
        where ${ofUser('alice')}`,
      (id: string) => `identity check ${id} belongs to a different user from the one in the log`,
    ],
    [
      'an account number',
      'account_request',
      `update account_request set account_number = '666000666' where ${ofUser('alice')}`,
      (id: string) => `the account number of account request ${id} doesn't match the digest in the event`,
    ],
    [
      'a routing number',
      'account_request',
      `update account_request set routing_number = '011401533' where ${ofUser('alice')}`,
      (id: string) => `the account number of account request ${id} doesn't match the digest in the event`,
    ],
    [
      'an account number and its salt',
      'account_request',
      `update account_request set account_number = '666000666', number_salt = null where ${ofUser('alice')}`,
      (id: string) => `the account number of account request ${id} doesn't match the digest in the event`,
    ],
    [
      'the status of an account request',
      'account_request',
      `update account_request set status = 'in_review' where ${ofUser('alice')}`,
      (id: string) =>
        `the status of account request ${id} is in_review, but according to the log it is approved`,
    ],
    [
      'the status of a user',
      'app_user',
      `update app_user set status = 'deleted', deleted_at = now() where moniker = 'alice'`,
      (id: string) => `the status of user ${id} is deleted, but according to the log it is active`,
    ],
    [
      'the reason for a role',
      'admin_role_change',
      `update admin_role_change set reason = 'Another one' where ${ofUser('ada_admin')}`,
      (id: string) => `the reason of role change ${id} doesn't match the digest in the event`,
    ],
  ])('names what was changed: %s [AUD-50]', async (_what, table, change, message) => {
    const owner = change.includes('ada_admin') ? 'ada_admin' : 'alice';
    const expected = message(await idOf(table, owner));
    await behindTriggers(change);

    const { ok, findings } = await verify();

    expect(ok).toBe(false);
    // An identity check that was moved to another customer also differs from its digests.
    const decisions = findings.filter(({ check }) => check === 'decisions');
    expect(decisions.map((finding) => finding.message)).toEqual([expected]);
  });

  it('names a demoted admin, and the position of the event that granted the role [AUD-50]', async () => {
    const [event] = await query<{ position: number }>(
      database.superUrl,
      `select position from ledger_event where type = 'AdminRoleGranted'`,
    );
    const id = await idOf('app_user', 'ada_admin');
    await behindTriggers(`update app_user set admin_role = 'auditor' where moniker = 'ada_admin'`);

    const { code, stdout } = await runCli(['verify'], { database });

    expect(code).toBe(1);
    expect(stdout).toContain(`the role of user ${id} is auditor, but according to the log the role is owner`);
    expect((await verify()).findings).toMatchObject([{ position: Number(event?.position) }]);
  });

  it('names a removed row of a customer [AUD-50]', async () => {
    const id = await idOf('kyc_application', 'alice');
    await behindTriggers(`delete from kyc_application where id = '${id}'`);

    expect((await verify()).findings).toMatchObject([
      { message: `identity check ${id} is missing, but the log has a decision on it` },
      { check: 'identity', message: `identity check ${id} is missing, but an event records its submission` },
    ]);
  });

  it('checks decisions from both before and after a trusted checkpoint [AUD-50]', async () => {
    const position = (await verify()).checkedTo.position;
    const checkpoint = await withAuditConnection(database.auditorUrl, (sql) => checkpointAt(sql, position));
    const customer = await newCustomer(bank.api.baseUrl, database);
    const id = await requestAccount(database, await userIdOf(customer));
    expect((await bank.admin.put(`/api/admin/account-requests/${id}`, { status: 'rejected' })).status).toBe(
      200,
    );
    await expect(verify({ since: checkpoint })).resolves.toMatchObject({ ok: true });

    await behindTriggers(`update account_request set status = 'approved' where id = '${id}'`);
    const earlier = await idOf('account_request', 'alice');
    await behindTriggers(`update account_request set status = 'in_review' where id = '${earlier}'`);

    expect((await verify({ since: checkpoint })).findings).toMatchObject([
      {
        message: `the status of account request ${earlier} is in_review, but according to the log it is approved`,
      },
      { message: `the status of account request ${id} is approved, but according to the log it is rejected` },
    ]);
  });

  it('finds a function that hides changes [AUD-50]', async () => {
    const [original] = await query<{ text: string }>(
      database.superUrl,
      `select pg_get_functiondef('ledger_decided_rows()'::regprocedure) as text`,
    );
    await query(
      database.superUrl,
      `create or replace function ledger_decided_rows() returns table (kind text, id uuid, user_id uuid, value text)
        language sql stable security definer set search_path = public, pg_temp
        as $$ select ''::text, null::uuid, null::uuid, ''::text where false $$`,
    );
    try {
      expect((await verify()).findings).toMatchObject([
        { check: 'decisions', position: null, message: expect.stringContaining('was changed') },
        { check: 'schema', message: expect.stringContaining('the function ledger_decided_rows() is') },
      ]);
    } finally {
      await query(database.superUrl, original?.text ?? '');
    }
  });

  it('shows no account number to an auditor [AUD-18]', async () => {
    await expect(query(database.auditorUrl, 'select * from account_request')).rejects.toThrow(
      'permission denied',
    );
    await expect(query(database.auditorUrl, 'select * from admin_role_change')).rejects.toThrow(
      'permission denied',
    );
    const rows = await query(database.auditorUrl, 'select * from ledger_decided_rows()');
    expect(JSON.stringify(rows)).toContain('account number');
    expect(JSON.stringify(rows)).not.toContain('482915306');
  });
});

describe('a bank created before the log recorded admin roles and account numbers', () => {
  const earlier = useDatabase();

  beforeAll(async () => {
    await withoutNewestMigrations(earlier, () => query(earlier.ownerUrl, INSERT_EARLIER_ROWS));
  });

  it('records its existing admin role and account number exactly once when two APIs start, and marks both as backfilled [LED-61]', async () => {
    const before = await runCli(['verify', '--json'], { database: earlier });
    expect(JSON.parse(before.stdout)).toMatchObject({
      ok: true,
      warnings: [{ what: expect.stringContaining('earlier decisions not yet recorded as events: 2;') }],
    });

    const apis = await Promise.all([startApi({ database: earlier }), startApi({ database: earlier })]);
    await Promise.all(apis.map((api) => api.stop()));

    const events = await query<{ type: string; actor: string; payload: string }>(
      earlier.superUrl,
      `select type, actor, payload from ledger_event where type ~ '^(AdminRole|AccountNumber)' order by type`,
    );
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['AccountNumberAssigned', 'system'],
      ['AdminRoleGranted', 'system'],
    ]);
    for (const { payload } of events) expect(payload).toContain('"origin":"backfill"');
    const after = await runCli(['verify', '--json'], { database: earlier });
    expect(JSON.parse(after.stdout)).toMatchObject({ ok: true, warnings: [] });
  });

  it('treats an admin role that someone adds to the database as one from before the log recorded roles, but verify reports it [LED-61]', async () => {
    expect(
      (await runCreateAdmin(NEW_ADMIN, programEnv({ database: earlier }, await temporaryFolder()))).code,
    ).toBe(0);
    await query(
      earlier.superUrl,
      `update app_user set is_admin = true, admin_role = 'owner' where moniker = 'two';
       insert into admin_role_change (id, user_id, kind, role, reason, salt, changed_at, is_recorded)
         select id, id, 'granted', 'owner', 'r', 's', now(), false from app_user where moniker = 'two'`,
    );
    const api = await startApi({ database: earlier });
    await api.stop();

    const { stdout } = await runCli(['verify', '--json'], { database: earlier });

    expect(JSON.parse(stdout)).toMatchObject({
      findings: [
        { what: expect.stringContaining('it records a role as granted before role changes were recorded') },
      ],
    });
  });

  it('does not record an account number again if someone changed it and removed its salt [LED-61]', async () => {
    await query(
      earlier.superUrl,
      `update account_request set account_number = '666000666', number_salt = null`,
    );
    const api = await startApi({ database: earlier });
    await api.stop();

    const { stdout } = await runCli(['verify', '--json'], { database: earlier });

    expect(JSON.parse(stdout)).toMatchObject({
      findings: [
        { what: expect.stringContaining('account number of account request') },
        { what: expect.stringContaining('it records a role as granted before role changes were recorded') },
      ],
    });
  });
});

const NEW_ADMIN = ['n@mail.example', '--first-name', 'N', '--last-name', 'O', '--moniker', 'three'];

/** A customer with an account number, and an admin, from before the log recorded numbers and roles. */
const INSERT_EARLIER_ROWS = `
  insert into app_user (id, email, first_name, last_name, moniker, phone_number, password_hash, is_admin,
      is_email_verified, created_at) values
    ('a0000000-0000-4000-8000-000000000001', 'a@mail.example', 'A', 'B', 'one', null, '', true, true, now()),
    ('a0000000-0000-4000-8000-000000000002', 'c@mail.example', 'C', 'D', 'two', null, '', false, true, now());
  insert into account_request (id, user_id, account_type, status, account_number, routing_number, created_at) values
    ('b0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002', 'personal', 'pending',
      '482915306', '021000021', now())`;

/**
 * Reverts the newest migrations, down to and including `DecidedRows`, calls `work`, and reapplies the migrations.
 */
async function withoutNewestMigrations(
  { ownerUrl }: TestDatabase,
  work: () => Promise<unknown>,
): Promise<void> {
  const dataSource = await createDataSource(ownerUrl, 1, MIGRATIONS).initialize();
  try {
    const last = MIGRATIONS.findIndex(({ name }) => name.startsWith('DecidedRows'));
    for (let left = MIGRATIONS.length; left > last; left -= 1) await dataSource.undoLastMigration();
    await work();
    await dataSource.runMigrations();
  } finally {
    await dataSource.destroy();
  }
}
