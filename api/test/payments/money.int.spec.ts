import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { digestNotes } from '../../src/ledger/texts/transaction-texts.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import {
  headOf,
  setAvailableBalance,
  requestAccount,
  requestTransfer,
  summaryOf,
  countByStatus,
  userIdOf,
  type ApiErrorBody,
  type Transfer,
} from './money.fixtures.js';
import { expectSoundLedger, query, signIn, startApi, startApiProcess, useBank } from '../harness/index.js';

const bank = useBank();
const { database, alice, bob, admin } = bank;

describe('a transfer', () => {
  it('is held when requested, and posted with its fee when approved [ACC-1, ACC-4, ACC-7, TRF-13, TRF-16]', async () => {
    const before = await summaryOf(alice);
    const requested = await requestTransfer(alice, { amount: 200, purpose: 'restaurant with friends' });
    expect(requested.status).toBe(201);
    expect(requested.body).toMatchObject({
      amountCents: 20_000,
      feeCents: 400,
      netAmountCents: 19_600,
      status: 'pending',
      category: 'food',
    });
    expect(await summaryOf(alice)).toMatchObject({
      totalBalanceCents: before.totalBalanceCents,
      availableBalanceCents: before.availableBalanceCents - 20_000,
      pendingBalanceCents: before.pendingBalanceCents + 20_000,
    });

    const reviewed = await admin.put<Transfer>(`/api/admin/transfer-requests/${requested.body.id}`, {
      status: 'approved',
      adminNotes: 'Checked by phone',
    });
    expect(reviewed.status).toBe(200);
    expect(reviewed.body).toMatchObject({ status: 'completed', adminNotes: 'Checked by phone' });
    expect(await summaryOf(alice)).toMatchObject({
      totalBalanceCents: before.totalBalanceCents - 20_000,
      availableBalanceCents: before.availableBalanceCents - 20_000,
      pendingBalanceCents: before.pendingBalanceCents,
    });
    const history = await alice.get<{ status: string }[]>('/api/transactions/recent');
    expect(history.body.find(({ status }) => status === 'completed')).toMatchObject({
      id: requested.body.id,
      type: 'debit',
      status: 'completed',
      amount: '$200.00',
      fee: '$4.00',
      netAmount: '$196.00',
      description: 'Transfer to Corner Greens',
    });
    await expectSoundLedger(bank);
  });

  it('returns its amount and fee when reversed; reversing a credit is refused if the balance does not cover it [DASH-10, TRF-15, PAY-6]', async () => {
    const before = await summaryOf(bob);
    const { body: transfer } = await requestTransfer(bob, { amount: 100 });
    const review = (status: string) => admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status });
    await review('completed');
    await review('failed');
    expect(await summaryOf(bob)).toEqual(before);
    const { body: reversed } = await bob.get(`/api/transactions/${transfer.id}`);
    expect(reversed).toMatchObject({ status: 'failed', fee: '$0.00', netAmount: '$100.00' });

    const userId = await userIdOf(bob);
    const { body: credit } = await admin.post<{ id: string }>('/api/admin/transactions', {
      userId,
      type: 'credit',
      amount: 5000,
      description: 'Wrong account',
    });
    await setAvailableBalance(admin, bob, 120_000);
    const refused = await admin.put<ApiErrorBody>(`/api/admin/transactions/${credit.id}`, {
      status: 'pending',
    });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('This reversal exceeds the available balance by $3,800.00');
    await expectSoundLedger(bank);
  });

  it('can go to an account number of letters and digits, which is stored without separators [TRF-24]', async () => {
    for (const [typed, stored] of [
      ['3104-4782 5', '310447825'],
      [' DE89 3704 0044 0532 0130 00 ', 'DE89370400440532013000'],
    ]) {
      const { status, body } = await requestTransfer(alice, { amount: 1, recipientAccount: typed });
      expect({ status, account: body.recipientAccount }).toEqual({ status: 201, account: stored });
    }
    for (const recipientAccount of ['12_34', '<b>1</b>', '１２３', 'x'.repeat(35), '- -', '', 5]) {
      expect(await requestTransfer(alice, { amount: 1, recipientAccount })).toMatchObject({
        status: 400,
        body: { fields: ['recipientAccount'] },
      });
    }
  });

  it('cannot be decided by the admin who sends it [ACC-4, TRF-20]', async () => {
    const requestId = await requestAccount(database, await userIdOf(admin));
    const otherAdmin = await newAdmin(bank.api.baseUrl, database);
    const approved = await otherAdmin.put(`/api/admin/account-requests/${requestId}`, { status: 'approved' });
    expect(approved.body).toMatchObject({
      accountNumber: expect.stringMatching(/^[1-9]\d{8}$/),
      routingNumber: '021000021',
    });
    await setAvailableBalance(otherAdmin, admin, 10_000);
    const { body: transfer } = await requestTransfer(admin, { amount: 5 });
    const head = await headOf(database);
    const decided = await admin.put<ApiErrorBody>(`/api/admin/transfer-requests/${transfer.id}`, {
      status: 'approved',
    });
    expect({ status: decided.status, code: decided.body.code }).toEqual({
      status: 422,
      code: 'OWN_TRANSFER',
    });
    expect(await headOf(database)).toBe(head);
  });
});

describe('an incoming payment', () => {
  it('appears in the balance and the history only once it is completed [PAY-2, PAY-3, PAY-4, PAY-5, TXN-1]', async () => {
    const before = await summaryOf(alice);
    const userId = await userIdOf(alice);
    const created = await admin.post<{ id: string }>('/api/admin/incoming-payments', {
      userId,
      amount: 12.34,
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      status: 'pending',
      description: 'Incoming Payment',
      paymentFor: 'Payment',
      fromAccount: 'External Account',
      fromRouting: '000000000',
      recipientName: 'Unknown Recipient',
      toAccount: { accountNumber: '482915306', routingNumber: '021000021' },
    });
    const ids = async () =>
      (await alice.get<{ id: string }[]>('/api/transactions/recent')).body.map(({ id }) => id);
    expect(await ids()).not.toContain(created.body.id);
    expect(await summaryOf(alice)).toMatchObject(before);

    const { body } = await admin.put(`/api/admin/incoming-payments/${created.body.id}`, {
      status: 'completed',
    });
    const after = before.totalBalanceCents + 1234;
    expect(body).toMatchObject({ status: 'completed', userBalanceCents: after });
    expect(await summaryOf(alice)).toMatchObject({ totalBalanceCents: after });
    expect(await ids()).toContain(created.body.id);
  });

  it('is created with its notes in one event, even if the request is repeated [PAY-12]', async () => {
    const head = await headOf(database);
    const payment = { userId: await userIdOf(alice), amount: 5, adminNotes: 'Announced by phone' };
    const headers = { 'idempotency-key': randomUUID() };
    const create = () =>
      admin.post<{ id: string; adminNotes: string }>('/api/admin/incoming-payments', payment, { headers });
    const [first, again] = [await create(), await create()];
    expect(first).toMatchObject({ status: 201, body: { adminNotes: 'Announced by phone', revision: 1 } });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await headOf(database)).toBe(head + 1);
    const [stored] = await query<{ payload: string; notes: string; salt: string }>(
      database.superUrl,
      `select e.payload, x.admin_notes as notes, x.notes_salt as salt
        from ledger_event e, ledger_transaction_text x where e.position = $1 and x.transaction_id = $2`,
      [head + 1, first.body.id],
    );
    expect(stored?.payload).not.toContain('phone');
    expect(JSON.parse(stored?.payload ?? '')).toMatchObject({
      notesDigest: digestNotes(stored?.notes ?? '', stored?.salt ?? ''),
    });

    const path = `/api/admin/incoming-payments/${first.body.id}`;
    const same = await admin.put(path, { status: 'pending', adminNotes: payment.adminNotes });
    expect(same.status).toBe(200);
    expect(await headOf(database)).toBe(head + 1);
    const changed = await admin.put(path, { status: 'pending', adminNotes: 'Arrived' });
    expect(changed.body).toMatchObject({ adminNotes: 'Arrived', revision: 2 });
    expect((await create()).body.id).toBe(first.body.id);
    await expectSoundLedger(bank);
  });
});

describe('a balance edit', () => {
  it('cannot lower the balance below the held amount [ACC-8]', async () => {
    await setAvailableBalance(admin, alice, 300_000);
    const { pendingBalanceCents } = await summaryOf(alice);
    expect(pendingBalanceCents).toBeGreaterThan(0);
    const head = await headOf(database);
    const accountBalance = (pendingBalanceCents - 1) / 100;
    const refused = await admin.put<ApiErrorBody>(`/api/admin/users/${await userIdOf(alice)}/balance`, {
      accountBalance,
    });
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('BALANCE_BELOW_HELD');
    expect(await headOf(database)).toBe(head);
  });
});

describe('an invalid request', () => {
  const cases: readonly [string, Record<string, unknown>, number, Partial<ApiErrorBody>][] = [
    ['an amount as text', { amount: '10' }, 400, { fields: ['amount'] }],
    ['no amount', { amount: undefined }, 400, { message: 'Please fill in all required fields' }],
    ['null', { amount: null }, 400, { fields: ['amount'] }],
    ['zero', { amount: 0 }, 400, { message: 'Amount must be greater than $0' }],
    ['a negative amount', { amount: -5 }, 400, { message: 'Amount must be greater than $0' }],
    ['a fraction of a cent', { amount: 0.001 }, 400, { fields: ['amount'] }],
    ['a binary fraction', { amount: 0.1 + 0.2 }, 400, { fields: ['amount'] }],
    ['a billion', { amount: 1e9 }, 400, { fields: ['amount'] }],
    ['2^53', { amount: 2 ** 53 }, 400, { fields: ['amount'] }],
    ['a list', { amount: [10] }, 400, { fields: ['amount'] }],
    [
      'an unknown field',
      { isAdmin: true },
      400,
      { fields: ['isAdmin'], message: 'isAdmin is not a known field' },
    ],
    ["another user's id", { userId: randomUUID() }, 400, { fields: ['userId'] }],
    ['a blank purpose', { purpose: '  ' }, 400, { message: 'Please fill in all required fields' }],
    ['no routing number', { recipientRouting: '' }, 400, { message: 'Please fill in all required fields' }],
    [
      'a routing number of ten digits',
      { recipientRouting: '0210000211' },
      400,
      { fields: ['recipientRouting'] },
    ],
    ['full-width digits', { recipientRouting: '０２１００００２１' }, 400, { fields: ['recipientRouting'] }],
    ['a control character', { recipientName: 'Eve\u0000' }, 400, { fields: ['recipientName'] }],
    ['an unknown category', { category: 'yachts' }, 400, { fields: ['category'] }],
    ['more than the daily limit', { amount: 2000.01 }, 422, { withdrawalLimitExceeded: true }],
    ['more than the available balance', { amount: 999_999 }, 422, { code: 'INSUFFICIENT_FUNDS' }],
  ];

  beforeAll(() => setAvailableBalance(admin, alice, 300_000));

  it.each(cases)(
    'is refused with an explanation, and appends nothing: %s [TRF-1, TRF-3, TRF-4, TRF-5, TRF-10, ERR-2, ERR-3, CON-3]',
    async (_, fields, status, body) => {
      const head = await headOf(database);
      const response = await requestTransfer(alice, fields);
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ statusCode: status, ...body });
      expect(typeof response.body.message).toBe('string');
      expect(await headOf(database)).toBe(head);
    },
  );

  it.each([
    ['NaN, which is not JSON', '{"amount": NaN}', 400],
    ['a body that is not an object', '"10"', 400],
    ['a body of 200 KB', JSON.stringify({ amount: 1, purpose: 'x'.repeat(200_000) }), 413],
  ])(
    'is refused and appends nothing: %s [TRF-1, TRF-3, TRF-4, TRF-5, TRF-10, ERR-2, ERR-3, CON-3]',
    async (_, body, status) => {
      const head = await headOf(database);
      const headers = { 'content-type': 'application/json' };
      const response = await alice.send('POST', '/api/transfer/request', body, { headers });
      expect(response.status).toBe(status);
      expect(await headOf(database)).toBe(head);
    },
  );

  it('is refused from a foreign origin, without a session, or from a customer on an admin route', async () => {
    const head = await headOf(database);
    const foreign = await alice.post(
      '/api/transfer/request',
      {},
      { headers: { origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
    const crossSite = await alice.post(
      '/api/transfer/request',
      {},
      { headers: { 'sec-fetch-site': 'cross-site' } },
    );
    expect(crossSite.status).toBe(403);
    const anonymous = await alice.post('/api/transfer/request', {}, { headers: { cookie: undefined } });
    expect(anonymous.status).toBe(401);
    const userId = await userIdOf(alice);
    const raise = await alice.put(`/api/admin/users/${userId}/balance`, { accountBalance: 1_000_000 });
    expect(raise.status).toBe(403);
    expect(await headOf(database)).toBe(head);
  });

  it("is refused if it is a customer's review of a transfer or an admin's credit to an unknown user [TRF-22, PAY-7]", async () => {
    const head = await headOf(database);
    const list = await admin.get<{ items: Transfer[] }>('/api/admin/transfer-requests');
    const id = list.body.items[0]?.id ?? '';
    expect((await alice.put(`/api/admin/transfer-requests/${id}`, { status: 'approved' })).status).toBe(403);
    const credit = { userId: randomUUID(), type: 'credit', amount: 5, description: 'Unknown user' };
    expect((await admin.post('/api/admin/transactions', credit)).status).toBe(404);
    expect((await admin.put('/api/admin/transactions/not-an-id', { status: 'completed' })).status).toBe(404);
    expect(await headOf(database)).toBe(head);
  });
});

describe('concurrent or repeated requests', () => {
  it('that each send the whole balance: only one succeeds [ACC-2]', async () => {
    await setAvailableBalance(admin, bob, 30_000);
    const { pendingBalanceCents } = await summaryOf(bob);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => requestTransfer(bob, { amount: 300 })),
    );
    expect(countByStatus(responses)).toEqual({ 201: 1, 422: 99 });
    expect(await summaryOf(bob)).toMatchObject({
      availableBalanceCents: 0,
      pendingBalanceCents: pendingBalanceCents + 30_000,
    });
    await expectSoundLedger(bank);
  });

  it('that each fit the balance succeed up to the daily limit [TRF-8, TRF-10]', async () => {
    await setAvailableBalance(admin, alice, 1_000_000);
    const limit = await requestTransfer(alice, { amount: 2000 });
    expect(limit.body.message).toMatch(/^Daily withdrawal limit exceeded\./);
    const left = Number(/; \$([\d,.]+) is left today/.exec(limit.body.message)?.[1]?.replace(',', ''));
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => requestTransfer(alice, { amount: 400 })),
    );
    const fits = Math.floor(left / 400);
    expect(countByStatus(responses)).toEqual({ 201: fits, 422: 50 - fits });
    expect(
      responses.filter(({ status }) => status === 422).every(({ body }) => body.withdrawalLimitExceeded),
    ).toBe(true);
    await expectSoundLedger(bank);
  });

  it('with the same key append one event, and all get the same response [LED-5, LED-6]', async () => {
    const key = randomUUID();
    const head = await headOf(database);
    const userId = await userIdOf(bob);
    const credit = { userId, type: 'credit', amount: 77, description: 'Refund' };
    const once = () =>
      admin.post<{ id: string }>('/api/admin/transactions', credit, { headers: { 'idempotency-key': key } });
    const responses = await Promise.all(Array.from({ length: 50 }, once));
    expect(countByStatus(responses)).toEqual({ 201: 50 });
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replay') === 'true')).toHaveLength(49);
    expect(await headOf(database)).toBe(head + 1);

    const other = await admin.post<ApiErrorBody>(
      '/api/admin/transactions',
      { ...credit, amount: 78 },
      { headers: { 'idempotency-key': key } },
    );
    expect(other.status).toBe(422);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await headOf(database)).toBe(head + 1);
  });

  it("with the key of an earlier request get that request's response [LED-5]", async () => {
    const key = randomUUID();
    await setAvailableBalance(admin, bob, 10_000);
    const first = await requestTransfer(bob, { amount: 1.5 }, key);
    const again = await requestTransfer(bob, { amount: 1.5 }, key);
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('to three API processes keep one gapless chain [LED-4]', async () => {
    const others = await Promise.all([startApi({ database }), startApi({ database })]);
    try {
      const userId = await userIdOf(alice);
      const before = await summaryOf(alice);
      const admins = [admin, ...(await Promise.all(others.map(({ baseUrl }) => signIn(baseUrl, 'admin'))))];
      const head = await headOf(database);
      const credit = { userId, type: 'credit', amount: 1, description: 'Drop' };
      const drops = admins.flatMap((client) =>
        Array.from({ length: 100 }, () => client.post('/api/admin/transactions', credit)),
      );
      expect(countByStatus(await Promise.all(drops))).toEqual({ 201: 300 });
      expect(await headOf(database)).toBe(head + 300);
      expect((await summaryOf(alice)).totalBalanceCents).toBe(before.totalBalanceCents + 30_000);
      await expectSoundLedger(bank);
    } finally {
      await Promise.all(others.map((other) => other.stop()));
    }
  });
});

describe('a repeated transfer request', () => {
  it('keeps its fee after the rate changes [LED-5]', async () => {
    const key = randomUUID();
    await setAvailableBalance(admin, bob, 10_000);
    const earlierRelease = await startApiProcess({
      database,
      env: { NODE_OPTIONS: `--import=${new URL('one-percent-fee.mjs', import.meta.url).href}` },
    });
    let first;
    try {
      first = await requestTransfer(await signIn(earlierRelease.baseUrl, 'bob'), { amount: 10 }, key);
    } finally {
      await earlierRelease.stop();
    }
    expect(first).toMatchObject({ status: 201, body: { feeCents: 10, netAmountCents: 990 } });
    const again = await requestTransfer(bob, { amount: 10 }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    await expectSoundLedger(bank);
  });
});
