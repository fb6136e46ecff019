import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  addApp,
  expireConfirmations,
  forgetUsedCodes,
  type App,
} from '../identity/second-factors.fixtures.js';
import { query, useBank } from '../harness/index.js';
import { countByStatus, requestTransfer, setAvailableBalance, type Transfer } from './money.fixtures.js';

const LIMIT_DOLLARS = 100;

const bank = useBank({ NEW_RECIPIENT_LIMIT_DOLLARS: String(LIMIT_DOLLARS) });
let app: App;

beforeAll(async () => {
  await setAvailableBalance(bank.admin, bank.alice, 500_000);
  await setAvailableBalance(bank.admin, bank.bob, 500_000);
  ({ app } = await addApp(bank.alice));
});

beforeEach(async () => {
  await query(
    bank.database.superUrl,
    `update ledger_transaction set created_at = created_at - interval '1 day'`,
  );
  await expireConfirmations(bank.database);
  await forgetUsedCodes(bank.database);
});

const newAccount = (): string => String(randomInt(100_000_000, 999_999_999));

const send = (recipientAccount: string, amount: number, key?: string) =>
  requestTransfer(bank.alice, { amount, recipientAccount }, key);

it('requires a second factor to be confirmed again once payments to new recipients exceed the limit [AUTH-57]', async () => {
  const recipient = newAccount();
  const key = randomUUID();
  expect((await send(recipient, LIMIT_DOLLARS)).status).toBe(201);
  const refused = await send(newAccount(), 0.01, key);
  expect([refused.status, refused.body.code]).toEqual([403, 'FACTOR_REQUIRED']);
});

it('accepts the refused payment with the same key once a second factor is confirmed [AUTH-57]', async () => {
  const key = randomUUID();
  const recipient = newAccount();
  expect((await send(recipient, LIMIT_DOLLARS + 1, key)).status).toBe(403);
  expect((await bank.alice.post('/api/auth/confirm/code', { code: app.code() })).status).toBe(204);
  const sent = await send(recipient, LIMIT_DOLLARS + 1, key);
  const repeated = await send(recipient, LIMIT_DOLLARS + 1, key);
  expect([sent.status, repeated.body.id]).toEqual([201, sent.body.id]);
});

it('counts concurrent payments together [AUTH-57]', async () => {
  const payments = Array.from({ length: 4 }, () => send(newAccount(), LIMIT_DOLLARS));
  expect(countByStatus(await Promise.all(payments))).toEqual({ 201: 1, 403: 3 });
});

it('does not count a repeated payment twice [AUTH-57, LED-5]', async () => {
  const recipient = newAccount();
  const key = randomUUID();
  const sent = await send(recipient, LIMIT_DOLLARS - 1, key);
  const repeated = await send(recipient, LIMIT_DOLLARS - 1, key);
  expect([sent.status, repeated.status]).toEqual([201, 201]);
  expect(repeated.body).toEqual(sent.body);
  expect(repeated.headers.get('idempotent-replay')).toBe('true');
  expect(await send(recipient, LIMIT_DOLLARS, key)).toMatchObject({
    ...{ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } },
  });
});

it('treats a recipient as known a day after a completed payment, not before [AUTH-57]', async () => {
  const recipient = newAccount();
  const { body } = await send(recipient, 1);
  const approved = await bank.admin.put<Transfer>(`/api/admin/transfer-requests/${body.id}`, {
    status: 'approved',
  });
  expect(approved.status).toBe(200);
  expect((await send(recipient, LIMIT_DOLLARS)).status).toBe(403);
  await query(
    bank.database.superUrl,
    `update ledger_transaction set created_at = created_at - interval '1 day' where transaction_id = $1`,
    [body.id],
  );
  expect((await send(recipient, LIMIT_DOLLARS + 1)).status).toBe(201);
});

it('does not require a confirmation from a customer without a second factor [AUTH-57]', async () => {
  const sent = await requestTransfer(bank.bob, { amount: LIMIT_DOLLARS + 1, recipientAccount: newAccount() });
  expect(sent.status).toBe(201);
});
