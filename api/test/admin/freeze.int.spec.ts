import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  requestTransfer,
  setAvailableBalance,
  userIdOf,
  type ApiErrorBody,
} from '../payments/money.fixtures.js';
import { DataSource } from 'typeorm';
import { DEMO_PASSWORD, HttpClient, query, signIn, waitFor, useBank } from '../harness/index.js';
import { IS_LOG_IN_KURRENTDB } from '../harness/log-in-kurrentdb.js';

/**
 * Number of database sessions that are waiting for the head of the log: one for a transfer and one for the freeze. With
 * the log in KurrentDB, only one session is waiting, because one transaction projects both events.
 */
const WAITING = IS_LOG_IN_KURRENTDB ? 1 : 2;
const SUSPICION = { reason: 'suspicious_activity', allowsSignIn: false };

const bank = useBank();
let alice: HttpClient;
let aliceId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
  await setAvailableBalance(bank.admin, bank.alice, 50_000);
});

beforeEach(async () => {
  await bank.admin.post(`/api/admin/users/${aliceId}/unfreeze`, { reason: 'mistake' });
  alice = await signIn(bank.api.baseUrl, 'alice');
});

const freeze = (body: object = SUSPICION, key?: string) =>
  bank.admin.post<ApiErrorBody & { status: string }>(`/api/admin/users/${aliceId}/freeze`, body, {
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });

const unfreeze = () =>
  bank.admin.post<ApiErrorBody>(`/api/admin/users/${aliceId}/unfreeze`, { reason: 'resolved' });

const tryToSignIn = () =>
  new HttpClient(bank.api.baseUrl).post<ApiErrorBody>('/api/auth/login', {
    email: 'alice@moniker.example',
    password: DEMO_PASSWORD,
  });

/**
 * Counts sessions that are waiting for the head of the log. pg_stat_activity cuts off the ledger writer's long
 * statement before the table's name, so the query finds the writer by its application name.
 */
const waitingForHead = async (): Promise<number> => {
  const rows = await query(
    bank.database.superUrl,
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and (query like '%ledger_head%' or application_name = 'moniker-ledger-writer')`,
  );
  return rows.length;
};

describe('freezing a customer', () => {
  it('ends their sessions and blocks sign-in [ADM-60]', async () => {
    const { status, body } = await freeze();
    expect([status, body.status]).toEqual([200, 'frozen']);
    expect((await alice.get('/api/auth/user')).status).toBe(401);
    expect((await tryToSignIn()).body).toMatchObject({ statusCode: 403, code: 'SIGN_IN_BLOCKED' });
    expect((await freeze()).body.code).toBe('CONFLICT');
  });

  it('stops payments by a customer who is still allowed to sign in, but not money sent to that customer [ADM-60]', async () => {
    await freeze({ reason: 'requested_by_customer', allowsSignIn: true });
    alice = await signIn(bank.api.baseUrl, 'alice');
    const refused = await requestTransfer(alice, { amount: 1 });
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[422, 'ACCOUNT_FROZEN', 'Your account is frozen. Please contact support.'],
    ]);
    const credit = { userId: aliceId, type: 'credit', amount: 1, description: 'Gift' };
    expect((await bank.admin.post('/api/admin/transactions', credit)).status).toBe(201);
    expect((await unfreeze()).status).toBe(200);
    expect((await requestTransfer(alice, { amount: 1 })).status).toBe(201);
    expect((await unfreeze()).body.code).toBe('CONFLICT');
  });

  it('does not change the response to an earlier payment if the request for that payment is repeated [ADM-60, LED-5]', async () => {
    const sent = await requestTransfer(alice, { amount: 1 }, 'before-freeze');
    await freeze({ reason: 'requested_by_customer', allowsSignIn: true });
    alice = await signIn(bank.api.baseUrl, 'alice');
    const repeated = await requestTransfer(alice, { amount: 1 }, 'before-freeze');
    await unfreeze();
    expect([sent.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body).toEqual(sent.body);
  });

  it('is recorded with its reason and reported to the customer by email, each only once even if the request is repeated [ADM-61]', async () => {
    const [before] = await query<{ position: string }>(
      bank.database.superUrl,
      'select position from ledger_head',
    );
    await freeze(SUSPICION, 'freeze-1');
    expect((await freeze(SUSPICION, 'freeze-1')).headers.get('Idempotent-Replay')).toBe('true');
    await unfreeze();
    const events = await query(
      bank.database.superUrl,
      `select type, payload::jsonb - 'userId' as payload from ledger_event where position > $1 order by position`,
      [before?.position],
    );
    expect(events).toEqual([
      { type: 'AccountFrozen', payload: { reason: 'suspicious_activity', signIn: 'blocked' } },
      { type: 'AccountUnfrozen', payload: { reason: 'resolved' } },
    ]);
    const mails = await query<{ template: string }>(
      bank.database.superUrl,
      'select template from outbox where user_id = $1 order by created_at desc limit 2',
      [aliceId],
    );
    expect(mails.map(({ template }) => template).sort()).toEqual(['account-frozen', 'account-unfrozen']);
  });

  it('sends a different email if the customer is still allowed to sign in [ADM-61]', async () => {
    await freeze({ reason: 'requested_by_customer', allowsSignIn: true });
    const [mail] = await query<{ template: string }>(
      bank.database.superUrl,
      'select template from outbox where user_id = $1 order by created_at desc limit 1',
      [aliceId],
    );
    expect(mail?.template).toBe('account-frozen-for-sending');
  });

  it('prevents every concurrent transfer that the log did not record before the freeze [TRF-41]', async () => {
    const connection = await new DataSource({ type: 'postgres', url: bank.database.superUrl }).initialize();
    const { transfers, frozen } = await connection.transaction(async (manager) => {
      await manager.query('select from ledger_head for update');
      // All these transfers pass the first check, because the freeze is still waiting for the head of the log too.
      const sent = Array.from({ length: 20 }, () => requestTransfer(alice, { amount: 1 }));
      const freezing = freeze({ ...SUSPICION, allowsSignIn: true });
      await waitFor(async () => (await waitingForHead()) >= WAITING, {
        what: 'a transfer and the freeze to wait',
      });
      return { transfers: sent, frozen: freezing };
    });
    await connection.destroy();
    const statuses = (await Promise.all(transfers)).map(({ status }) => status);
    expect((await frozen).status).toBe(200);

    const after = await query<{ type: string }>(
      bank.database.superUrl,
      `select type from ledger_event where position >= (select max(position) from ledger_event where type = 'AccountFrozen')
        and type in ('TransferRequested', 'AccountFrozen')`,
    );
    expect(after).toEqual([{ type: 'AccountFrozen' }]);
    expect(statuses.filter((status) => status !== 201 && status !== 422 && status !== 401)).toEqual([]);
  });

  it('is refused if the user is an admin or the reason is unknown [ADM-60]', async () => {
    const adminId = await userIdOf(bank.admin);
    await query(
      bank.database.superUrl,
      `update app_user set is_admin = true, admin_role = 'owner' where email = 'bob@moniker.example'`,
    );
    const bobId = await userIdOf(bank.bob);
    const freezeUser = (id: string, body: object) =>
      bank.admin.post<ApiErrorBody>(`/api/admin/users/${id}/freeze`, body);
    expect((await freezeUser(bobId, SUSPICION)).body.code).toBe('FORBIDDEN');
    expect((await freezeUser(adminId, SUSPICION)).body.code).toBe('OWN_ACCOUNT');
    expect((await freezeUser(aliceId, { ...SUSPICION, reason: 'Mallory' })).body.code).toBe(
      'VALIDATION_FAILED',
    );
  });
});
