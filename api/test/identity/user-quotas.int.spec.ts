import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { today } from '../payments/history.fixtures.js';
import { requestTransfer } from '../payments/money.fixtures.js';
import { query, type HttpResponse, useApi, useBank, useSession } from '../harness/index.js';
import { newApplicant } from '../kyc/kyc.fixtures.js';

const LIMIT = 5;
const TOO_MANY = { status: 429, body: { code: 'TOO_MANY_REQUESTS' } };

const bank = useBank();
const max = String(LIMIT);
const api = useApi({
  database: bank.database,
  env: {
    ...{ TRANSFERS_PER_MINUTE: max, CHAT_MESSAGES_PER_MINUTE: max },
    ...{ SSN_READS_PER_MINUTE: max, FILES_PER_MINUTE: max },
  },
});
const [alice, bob, admin] = [useSession(api, 'alice'), useSession(api, 'bob'), useSession(api, 'admin')];

const forgetCounts = (): Promise<unknown> => query(bank.database.superUrl, 'delete from attempt');

/** Sends twice as many concurrent requests as are allowed and counts the responses by status. */
async function statusesOf(send: () => Promise<HttpResponse>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status, headers } of await Promise.all(Array.from({ length: 2 * LIMIT }, send))) {
    counts[status] = (counts[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
  }
  return counts;
}

describe('transfers', () => {
  it('are limited per minute for each customer [SEC-18]', async () => {
    await forgetCounts();
    expect(await statusesOf(() => requestTransfer(alice, { amount: 1 }))).toEqual({ 201: LIMIT, 429: LIMIT });
    expect((await requestTransfer(bob, { amount: 1 })).status).toBe(201);
    await query(bank.database.superUrl, `update attempt set last_at = last_at - interval '1 minute'`);
    expect((await requestTransfer(alice, { amount: 1 })).status).toBe(201);
  });

  it('share their limit with requests for money [SEC-18]', async () => {
    await forgetCounts();
    const ask = () => alice.post('/api/money-requests', { amount: 1, note: 'Concert' });
    expect(await statusesOf(ask)).toEqual({ 201: LIMIT, 429: LIMIT });
    expect(await requestTransfer(alice, { amount: 1 })).toMatchObject(TOO_MANY);
  });

  it('do not count toward the limit if they are refused or repeated [SEC-18]', async () => {
    await forgetCounts();
    for (let count = 0; count < 2 * LIMIT; count++) {
      expect((await requestTransfer(alice, { amount: 0 })).status).toBe(400);
      expect((await requestTransfer(alice, { amount: 1999 })).status).toBe(422);
    }
    const headers = { 'idempotency-key': randomUUID() };
    const body = {
      ...{ amount: 2, recipientName: 'Corner Greens', recipientAccount: '310447825' },
      ...{ recipientRouting: '021000021', purpose: 'Grocery box' },
    };
    for (let count = 0; count < 2 * LIMIT; count++) {
      expect((await alice.post('/api/transfer/request', body, { headers })).status).toBe(201);
    }
    for (let count = 0; count < LIMIT - 1; count++) {
      expect((await requestTransfer(alice, { amount: 1 })).status).toBe(201);
    }
    expect(await requestTransfer(alice, { amount: 1 })).toMatchObject(TOO_MANY);
  });
});

it('chat messages are limited per minute, and refused ones do not count [SEC-18]', async () => {
  await forgetCounts();
  for (let count = 0; count < 2 * LIMIT; count++) {
    expect((await alice.post('/api/chat/send', { message: ' ' })).status).toBe(400);
  }
  const send = (): Promise<HttpResponse> => alice.post('/api/chat/send', { message: 'Hello' });
  expect(await statusesOf(send)).toEqual({ 201: LIMIT, 429: LIMIT });
});

it("an admin's reads of Social Security numbers and downloads of CSV files each have their own limit per minute [SEC-18]", async () => {
  await forgetCounts();
  const { id } = await newApplicant({ api, database: bank.database });
  const read = (): Promise<HttpResponse> => admin.post(`/api/admin/kyc/${id}/ssn`);
  expect(await statusesOf(read)).toEqual({ 200: LIMIT, 429: LIMIT });
  const [reads] = await query<{ count: string }>(
    bank.database.superUrl,
    `select count(*) from ledger_event where type = 'SsnRead' and stream = $1`,
    [`kyc:${id}`],
  );
  expect(Number(reads?.count)).toBe(LIMIT);
  expect(await statusesOf(() => admin.get('/api/admin/users.csv'))).toEqual({ 200: LIMIT, 429: LIMIT });
  expect(await admin.get('/api/admin/transactions.csv')).toMatchObject(TOO_MANY);
  expect((await alice.get(`/api/statements.csv?from=${today()}&to=${today()}`)).status).toBe(200);
});
