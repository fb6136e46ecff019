import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { SYSTEM_ACCOUNTS } from '../../src/ledger/domain/accounts.js';
import type { LedgerCommand } from '../../src/ledger/domain/commands.js';
import { headOf, requestTransfer, setAvailableBalance, userIdOf } from '../payments/money.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { credit, openAccount, receiptOf, refusalOf, submission, transfer } from './ledger.fixtures.js';
import {
  expectSoundLedger,
  query,
  runCli,
  signIn,
  type HttpClient,
  use,
  useBank,
  useDatabase,
  waitFor,
} from '../harness/index.js';

interface ChainStatus {
  readonly quarantined: readonly { accountId: string; name: string; balance: string; entryBalance: string }[];
}

const centsOf = (amount = ''): number => Number(amount.replaceAll(/\D/g, ''));

const REFUSED = { status: 409, body: { code: 'ACCOUNT_QUARANTINED' } };

const bank = useBank();
let aliceId: string;
let bobId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
  bobId = await userIdOf(bank.bob);
  await setAvailableBalance(bank.admin, bank.alice, 500_00);
  await setAvailableBalance(bank.admin, bank.bob, 500_00);
});

const change = (sql: string, values: unknown[]): Promise<unknown> =>
  query(bank.database.superUrl, sql, values);

const addCents = (accountId: string, cents: number): Promise<unknown> =>
  change('update ledger_account set posted_cents = posted_cents + $2 where account_id = $1', [
    accountId,
    cents,
  ]);

const editBalance = (accountBalance: number) =>
  bank.admin.put(`/api/admin/users/${aliceId}/balance`, { accountBalance });

const quarantined = async (): Promise<ChainStatus['quarantined']> =>
  (await bank.admin.get<ChainStatus>('/api/admin/event-history/chain')).body.quarantined;

const rebuild = () =>
  runCli(['rebuild'], {
    database: bank.database,
    env: { DATABASE_OWNER_URL: bank.database.ownerUrl },
  });

const sends = async (client: HttpClient): Promise<number> =>
  (await requestTransfer(client, { amount: 1 })).status;

describe('an account whose row contradicts the log', () => {
  it('accepts no command until a rebuild, even if the row is corrected [LED-31]', async () => {
    const head = await headOf(bank.database);
    await addCents(aliceId, 1);
    expect(await editBalance(400)).toMatchObject(REFUSED);
    expect(await requestTransfer(bank.alice, { amount: 500.01 })).toMatchObject(REFUSED);
    expect(await headOf(bank.database)).toBe(head);
    await waitFor(async () => (await quarantined()).length === 1, { what: 'the quarantine' });
    const [found] = await quarantined();
    expect(found?.accountId).toBe(aliceId);
    expect(centsOf(found?.balance) - centsOf(found?.entryBalance)).toBe(1);
    await addCents(aliceId, -1);
    expect(await requestTransfer(bank.alice, { amount: 1 })).toMatchObject(REFUSED);
    expect(await sends(bank.bob)).toBe(201);
    await addCents(aliceId, 1);
    const verified = await runCli(['verify'], { database: bank.database });
    expect(verified.code).toBe(1);
    const { code, stdout } = await rebuild();
    expect(code).toBe(0);
    expect(stdout).toContain('Released 1 account from quarantine.');
    expect(await quarantined()).toEqual([]);
    expect(await sends(bank.alice)).toBe(201);
    await expectSoundLedger(bank);
  });

  it('stops all money movements, and nothing else, if it belongs to the bank [LED-31]', async () => {
    await addCents(SYSTEM_ACCOUNTS.fees, 1);
    expect(await requestTransfer(bank.alice, { amount: 1 })).toMatchObject(REFUSED);
    expect(await requestTransfer(bank.bob, { amount: 1 })).toMatchObject(REFUSED);
    // Sign-in and reads continue.
    await signIn(bank.api.baseUrl, 'alice');
    await waitFor(async () => (await quarantined())[0]?.name === 'fees', { what: 'the quarantine' });
    expect((await rebuild()).code).toBe(0);
    expect(await sends(bank.alice)).toBe(201);
  });

  it.each([
    ['amount', 'amount_cents = amount_cents + 100000'],
    ['account', `account_id = (select id from app_user where email = 'alice@moniker.example')`],
  ])(
    'neither sends nor receives money if the %s of a pending transfer was changed [LED-31]',
    async (_field, assignment) => {
      const { id } = (await requestTransfer(bank.bob, { amount: 10 })).body as { id: string };
      await change(`update ledger_transaction t set ${assignment} where transaction_id = $1`, [id]);
      const head = await headOf(bank.database);
      const decided = await bank.admin.put(`/api/admin/transactions/${id}`, { status: 'completed' });
      expect(decided).toMatchObject(REFUSED);
      expect(await headOf(bank.database)).toBe(head);
      expect((await rebuild()).code).toBe(0);
      expect((await bank.admin.put(`/api/admin/transactions/${id}`, { status: 'completed' })).status).toBe(
        200,
      );
    },
  );

  it.each(['open', 'closed'])(
    'sends no money if its status was changed from frozen to %s [LED-31]',
    async (status) => {
      const setFrozenAt = (time: string | null) =>
        change('update app_user set frozen_at = $2 where id = $1', [aliceId, time]);
      const freeze = { reason: 'requested_by_customer', allowsSignIn: true };
      expect((await bank.admin.post(`/api/admin/users/${aliceId}/freeze`, freeze)).status).toBe(200);
      const client = await signIn(bank.api.baseUrl, 'alice');
      // Without this change, the API would refuse the transfer before the ledger does.
      await setFrozenAt(null);
      expect((await requestTransfer(client, { amount: 1 })).body).toMatchObject({ code: 'ACCOUNT_FROZEN' });
      await change('update ledger_account set status = $2 where account_id = $1', [aliceId, status]);
      expect(await requestTransfer(client, { amount: 1 })).toMatchObject(REFUSED);
      expect((await rebuild()).code).toBe(0);
      expect((await requestTransfer(client, { amount: 1 })).body).toMatchObject({ code: 'ACCOUNT_FROZEN' });

      await setFrozenAt('2026-01-01');
      const unfrozen = await bank.admin.post(`/api/admin/users/${aliceId}/unfreeze`, { reason: 'resolved' });
      expect(unfrozen.status).toBe(200);
      expect(await sends(client)).toBe(201);
      await change(`update ledger_account set status = 'frozen' where account_id = $1`, [aliceId]);
      expect(await requestTransfer(client, { amount: 1 })).toMatchObject(REFUSED);
      expect((await rebuild()).code).toBe(0);
      expect(await quarantined()).toEqual([]);
    },
  );

  describe.each([
    ['is unchanged', ''],
    [
      'has the format of an earlier release',
      `update ledger_entry set outgoing_day_after = null, outgoing_day_cents_after = null
         where account_id = $1 and $1 is not null`,
    ],
  ])('and whose last entry %s', (_entry, asEarlierRelease) => {
    beforeAll(async () => {
      if (asEarlierRelease !== '') await change(asEarlierRelease, [bobId]);
    });

    it.each([
      ['amount', 'outgoing_day_cents = outgoing_day_cents - 1'],
      ['day', 'outgoing_day = outgoing_day - 1'],
      ['day and amount', 'outgoing_day = null, outgoing_day_cents = 0'],
    ])('sends no money after a change to the %s of the daily total [LED-31] [TRF-8]', async (_field, to) => {
      expect(await sends(bank.bob)).toBe(201);
      if (asEarlierRelease !== '') await change(asEarlierRelease, [bobId]);
      await change(`update ledger_account set ${to} where account_id = $1`, [bobId]);
      expect(await requestTransfer(bank.bob, { amount: 1 })).toMatchObject(REFUSED);
      expect((await rebuild()).code).toBe(0);
      expect(await sends(bank.bob)).toBe(201);
    });
  });

  it('accepts no command if its version was raised, which would leave a gap in its stream [LED-31]', async () => {
    await change('update ledger_account set version = version + 1 where account_id = $1', [bobId]);
    expect(await requestTransfer(bank.bob, { amount: 1 })).toMatchObject(REFUSED);
    expect((await rebuild()).code).toBe(0);
    expect(await sends(bank.bob)).toBe(201);
  });

  it.each([
    ['completed', 'completed', `status = 'pending'`],
    ['failed', 'failed', `status = 'pending', changed_position = created_position`],
    ['completed', 'completed', `status = 'pending', revision = 1, changed_position = created_position`],
    ['canceled', 'cancelled', `status = 'pending', customer_canceled_at = null`],
    ['completed', 'completed', `fee_cents = 0`],
  ])('sends no money if a %s transfer with notes was changed [LED-31]', async (kind, status, to) => {
    const { id } = (await requestTransfer(bank.bob, { amount: 10 })).body as { id: string };
    if (kind === 'canceled') expect((await bank.bob.post(`/api/transfer/${id}/cancel`)).status).toBe(200);
    const review = { status, adminNotes: 'Seen' };
    expect((await bank.admin.put(`/api/admin/transactions/${id}`, review)).status).toBe(200);
    await change(`update ledger_transaction set ${to} where transaction_id = $1`, [id]);
    const head = await headOf(bank.database);
    const decided = await bank.admin.put(`/api/admin/transactions/${id}`, { status: 'processing' });
    expect(decided).toMatchObject(REFUSED);
    expect(await headOf(bank.database)).toBe(head);
    expect((await rebuild()).code).toBe(0);
    expect(await sends(bank.bob)).toBe(201);
  });

  it('allows no second decision if the status of one of its transfers was changed back [LED-31]', async () => {
    const { id } = (await requestTransfer(bank.bob, { amount: 10 })).body as { id: string };
    await bank.admin.put(`/api/admin/transactions/${id}`, { status: 'completed' });
    await change(`update ledger_transaction set status = 'pending' where transaction_id = $1`, [id]);
    expect(await bank.admin.put(`/api/admin/transactions/${id}`, { status: 'completed' })).toMatchObject(
      REFUSED,
    );
    expect((await rebuild()).code).toBe(0);
  });
});

describe('a sound account', () => {
  it('with canceled, failed and reopened transfers is not quarantined, even if an earlier release wrote its last entry', async () => {
    const decide = (id: string, status: string) =>
      bank.admin.put(`/api/admin/transactions/${id}`, { status });
    const ids: string[] = [];
    for (const amount of [3, 5, 7]) {
      ids.push(((await requestTransfer(bank.bob, { amount })).body as { id: string }).id);
    }
    const [canceled = '', failed = '', reopened = ''] = ids;
    expect((await bank.bob.post(`/api/transfer/${canceled}/cancel`)).status).toBe(200);
    expect((await decide(failed, 'failed')).status).toBe(200);
    expect((await decide(reopened, 'failed')).status).toBe(200);
    expect((await decide(reopened, 'in_review')).status).toBe(200);
    await change(
      'update ledger_entry set outgoing_day_after = null, outgoing_day_cents_after = null where account_id = $1',
      [bobId],
    );
    expect(await sends(bank.bob)).toBe(201);
    await expectSoundLedger(bank);
  });

  it('is not quarantined, even if an admin tries to change an adjustment [LED-31]', async () => {
    await setAvailableBalance(bank.admin, bank.bob, 450_00);
    const [adjustment] = await query<{ id: string }>(
      bank.database.superUrl,
      `select transaction_id as id from ledger_transaction where kind = 'adjustment'
         and account_id = (select id from app_user where email = 'bob@moniker.example')
         order by created_position desc limit 1`,
    );
    const decided = await bank.admin.put(`/api/admin/transactions/${adjustment?.id}`, {
      status: 'failed',
    });
    expect(decided).toMatchObject({ status: 409, body: { code: 'TRANSACTION_FINAL' } });
    expect(await sends(bank.bob)).toBe(201);
    expect(await quarantined()).toEqual([]);
  });
});

describe('the status of an account', () => {
  const database = useDatabase();
  const writer = use(
    () => createLedgerWriter(database.appUrl, TEST_SIGNER),
    (writer) => writer.close(),
  );

  const submit = (command: LedgerCommand) => writer.submit(submission(command));

  it('is open and does not lead to a quarantine if the user was frozen before the account was opened [LED-31]', async () => {
    const accountId = randomUUID();
    const payload = { userId: accountId, reason: 'other', signIn: 'blocked' } as const;
    const event = { type: 'AccountFrozen', payload } as const;
    receiptOf(await submit({ type: 'RecordAudit', stream: `user:${accountId}`, event }));
    receiptOf(await submit(openAccount(accountId)));
    receiptOf(await submit(credit(accountId, 100)));
  });

  it('leads to a quarantine if it is changed from closed back to open in the table [LED-31]', async () => {
    const accountId = randomUUID();
    receiptOf(await submit(openAccount(accountId)));
    receiptOf(await submit({ type: 'CloseAccount', accountId }));
    await query(database.superUrl, `update ledger_account set status = 'open' where account_id = $1`, [
      accountId,
    ]);
    expect(refusalOf(await submit(credit(accountId, 100)))).toEqual({
      code: 'ACCOUNT_QUARANTINED',
      accountId,
    });
  });

  it.each([
    ['the amount', 'amount_cents = amount_cents - 1', ''],
    ['the status', `status = 'failed'`, ''],
  ])('does not become closed if %s of an open transfer was changed [LED-31]', async (_field, to) => {
    const accountId = randomUUID();
    receiptOf(await submit(openAccount(accountId)));
    receiptOf(await submit(credit(accountId, 100)));
    const { transactionId } = receiptOf(await submit(transfer(accountId, 40)));
    await query(database.superUrl, `update ledger_transaction set ${to} where transaction_id = $1`, [
      transactionId,
    ]);
    expect(refusalOf(await submit({ type: 'CloseAccount', accountId }))).toEqual({
      code: 'ACCOUNT_QUARANTINED',
      accountId,
    });
  });

  it('leads to a quarantine if no event opened the account [LED-31]', async () => {
    const accountId = randomUUID();
    await query(database.superUrl, `insert into ledger_account values ($1, 'open', 0, 0, 0, null, 0)`, [
      accountId,
    ]);
    expect(refusalOf(await submit(credit(accountId, 100)))).toEqual({
      code: 'ACCOUNT_QUARANTINED',
      accountId,
    });
  });
});

describe('a head row that does not match the last event', () => {
  const database = useDatabase();
  const writer = use(
    () => createLedgerWriter(database.appUrl, TEST_SIGNER),
    (writer) => writer.close(),
  );
  const accountId = randomUUID();

  beforeAll(async () => {
    receiptOf(await writer.submit(submission(openAccount(accountId))));
  });

  it.each([
    ['hash', `hash = sha256('forged')`],
    ['time', `recorded_at = recorded_at + interval '400 days'`],
  ])('stops the writer until rebuild corrects the %s [LED-31]', async (_field, to) => {
    const head = await headOf(database);
    await query(database.superUrl, `update ledger_head set ${to}`);
    await expect(writer.submit(submission(credit(accountId, 100)))).rejects.toThrow('not available');
    expect(await headOf(database)).toBe(head);
    const env = { DATABASE_OWNER_URL: database.ownerUrl };
    expect((await runCli(['rebuild'], { database, env })).code).toBe(0);
    receiptOf(await writer.submit(submission(credit(accountId, 100))));
    expect((await runCli(['verify', '--without-texts'], { database })).code).toBe(0);
  });

  it.each(['position + 1', 'position - 1'])(
    'stops the writer if the position was changed to %s [LED-31]',
    async (to) => {
      const [before] = await query(database.superUrl, 'select position from ledger_head');
      await query(database.superUrl, `update ledger_head set position = ${to}`);
      await expect(writer.submit(submission(credit(accountId, 100)))).rejects.toThrow('not available');
      await query(database.superUrl, 'update ledger_head set position = $1', [before?.['position']]);
      receiptOf(await writer.submit(submission(credit(accountId, 100))));
    },
  );
});
