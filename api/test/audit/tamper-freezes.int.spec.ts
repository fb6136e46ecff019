import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryResultRow } from 'pg';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.js';
import { MIGRATIONS } from '../../src/migrations/migrations.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { requestTransfer, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { openAccount, receiptOf, submission } from '../ledger/ledger.fixtures.js';
import { query, runCli, signIn, useBank } from '../harness/index.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

const bank = useBank();
let aliceId: string;
let position: number;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
  const freeze = { reason: 'legal_order', allowsSignIn: true };
  expect((await bank.admin.post(`/api/admin/users/${aliceId}/freeze`, freeze)).status).toBe(200);
  const [event] = await change<{ position: string }>(
    `select max(position) as position from ledger_event where type = 'AccountFrozen'`,
  );
  position = Number(event?.position);
});

const change = <Row extends QueryResultRow>(sql: string) => query<Row>(bank.database.superUrl, sql);
const findings = async () =>
  (await withAuditConnection(bank.database.auditorUrl, (sql) => verifyLedger(sql))).findings;
const statusOfAlice = async () =>
  (await change<{ status: string }>(`select status from ledger_account where account_id = '${aliceId}'`))[0]
    ?.status;

/** Creates a user who was frozen before their account was opened. The account's status is open. */
async function openAfterFreeze(id: string): Promise<string> {
  const writer = createLedgerWriter(bank.database.appUrl, TEST_SIGNER);
  const payload = { userId: id, reason: 'other', signIn: 'blocked' } as const;
  const event = { type: 'AccountFrozen', payload } as const;
  receiptOf(await writer.submit(submission({ type: 'RecordAudit', stream: `user:${id}`, event })));
  receiptOf(await writer.submit(submission(openAccount(id))));
  await writer.close();
  await change(
    `insert into app_user select (jsonb_populate_record(u, jsonb_build_object('id', '${id}',
        'email', '${id}@moniker.example', 'moniker', left('${id}', 8), 'frozen_at', now(), 'is_sign_in_blocked', true))).*
      from app_user u where id = '${aliceId}'`,
  );
  return id;
}

describe('verification of freezes', () => {
  afterEach(async () => {
    await change(
      `update app_user set frozen_at = now(), is_sign_in_blocked = false where id = '${aliceId}';
       update ledger_account set status = 'frozen' where account_id = '${aliceId}'`,
    );
    expect(await findings()).toEqual([]);
  });

  it('names an account that was unfrozen in the database, and `rebuild` freezes it again [TRF-41, AUD-53]', async () => {
    await change(`update ledger_account set status = 'open' where account_id = '${aliceId}'`);
    expect(await findings()).toMatchObject([
      { check: 'accounts', message: expect.stringContaining('status') },
    ]);
    const { database } = bank;
    const rebuilt = await runCli(['rebuild'], { database, env: { DATABASE_OWNER_URL: database.ownerUrl } });
    expect(rebuilt.code).toBe(0);
    expect(await statusOfAlice()).toBe('frozen');
  });

  it.each([
    ['frozen_at = null', 'not frozen'],
    ['is_sign_in_blocked = true', 'frozen with sign-in blocked'],
    ['frozen_at = null, is_sign_in_blocked = true', 'kept from signing in'],
  ])('names a user whose row was changed: %s [AUD-53]', async (columns, stored) => {
    await change(`update app_user set ${columns} where id = '${aliceId}'`);
    const message = `user ${aliceId} is ${stored}, but according to the log, this user is frozen with sign-in allowed`;
    expect(await findings()).toEqual([{ check: 'decisions', position, message }]);
  });

  it('names a user who is frozen without an event [AUD-53]', async () => {
    const bobId = await userIdOf(bank.bob);
    await change(`update app_user set frozen_at = now() where id = '${bobId}'`);
    const message = `user ${bobId} is frozen with sign-in allowed, but according to the log, this user is not frozen`;
    expect(await findings()).toEqual([{ check: 'decisions', position: null, message }]);
    await change(`update app_user set frozen_at = null where id = '${bobId}'`);
  });

  it('finds a function that hides changes [AUD-53]', async () => {
    const [original] = await change<{ text: string }>(
      `select pg_get_functiondef('ledger_frozen_users()'::regprocedure) as text`,
    );
    await change(
      `create or replace function ledger_frozen_users()
        returns table (user_id uuid, is_frozen boolean, is_sign_in_blocked boolean)
        language sql stable security definer set search_path = public, pg_temp
        as $$ select null::uuid, false, false where false $$`,
    );
    expect(await findings()).toMatchObject([
      { message: 'the function that reads frozen users was changed' },
      { check: 'schema' },
    ]);
    await change(original?.text ?? '');
  });
});

describe('freezes', () => {
  it('that predate enforcement by the ledger are carried over by the migration [AUD-53]', async () => {
    const frozenFirst = await openAfterFreeze(randomUUID());
    const thawedId = await userIdOf(bank.bob);
    const freeze = { reason: 'other', allowsSignIn: true };
    expect((await bank.admin.post(`/api/admin/users/${thawedId}/freeze`, freeze)).status).toBe(200);
    const thawed = await bank.admin.post(`/api/admin/users/${thawedId}/unfreeze`, { reason: 'resolved' });
    expect(thawed.status).toBe(200);
    const dataSource = await createDataSource(bank.database.ownerUrl, 1, MIGRATIONS).initialize();
    const last = MIGRATIONS.findIndex(({ name }) => name.startsWith('FrozenAccounts'));
    for (let left = MIGRATIONS.length; left > last; left -= 1) await dataSource.undoLastMigration();
    expect(await statusOfAlice()).toBe('open');
    await dataSource.runMigrations();
    await dataSource.destroy();
    expect(await statusOfAlice()).toBe('frozen');
    expect(
      await change(`select status from ledger_account where account_id in ('${frozenFirst}', '${thawedId}')`),
    ).toEqual([{ status: 'open' }, { status: 'open' }]);
    // Reverting the migrations dropped the salts of identity checks, so findings about identity checks are expected.
    expect((await findings()).filter(({ check }) => check !== 'identity')).toEqual([]);
  });

  it('are enforced by the ledger, whatever the user table says [TRF-41]', async () => {
    await change(`update app_user set frozen_at = null where id = '${aliceId}'`);
    const refused = await requestTransfer(await signIn(bank.api.baseUrl, 'alice'), { amount: 1 });
    expect([refused.status, (refused.body as ApiErrorBody).code]).toEqual([422, 'ACCOUNT_FROZEN']);
  });

  it('are shown with past balances [HIST-4]', async () => {
    const statusAt = async (at: number) => {
      const balance = `/api/admin/event-history/accounts/${aliceId}/balance?position=${at}`;
      return (await bank.admin.get<{ status: string }>(balance)).body.status;
    };
    expect([await statusAt(position - 1), await statusAt(position)]).toEqual(['open', 'frozen']);
  });
});
