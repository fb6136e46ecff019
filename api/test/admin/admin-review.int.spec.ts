import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  headOf,
  setAvailableBalance,
  requestTransfer,
  summaryOf,
  countByStatus,
  userIdOf,
  type ApiErrorBody,
} from '../payments/money.fixtures.js';
import {
  atEnd,
  expectSoundLedger,
  promoteDemoUser,
  query,
  type HttpResponse,
  use,
  useBank,
} from '../harness/index.js';

interface Reviewed {
  id: string;
  status: string;
  adminNotes: string | null;
  revision: number;
}

interface Decisions {
  doneCount: number;
  items: { id: string; result: string; message: string | null }[];
}

interface Preview {
  count: number;
  sumCents: number;
  refusedCount: number;
  items: {
    id: string;
    reason: string | null;
    effect: {
      entries: { account: string; amountCents: number }[];
      holdCents: number;
      availableAfterCents: number;
    } | null;
  }[];
}

const DECISIONS = '/api/admin/transactions/decisions';
/** A time in the bank's time zone and format. */
const BANK_TIME = String.raw`\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M E[SD]T`;

const bank = useBank();
const { admin, alice } = bank;
const otherAdmin = use(() => promoteDemoUser(bank, 'bob'));

beforeAll(async () => {
  await setAvailableBalance(admin, alice, 500_000);
});

atEnd(() => expectSoundLedger(bank));

/** Requests transfers as Alice and returns them with their revisions. */
async function requestTransfers(...amounts: number[]): Promise<{ id: string; expectedRevision: number }[]> {
  const items = [];
  for (const amount of amounts) {
    const { status, body } = await requestTransfer(alice, { amount });
    expect(status).toBe(201);
    items.push({ id: body.id, expectedRevision: 1 });
  }
  return items;
}

async function transferOf(id: string): Promise<Reviewed | undefined> {
  const { body } = await admin.get<{ items: Reviewed[] }>(`/api/admin/transfer-requests?search=${id}`);
  return body.items[0];
}

describe('concurrent decisions', () => {
  it.each([
    ['transfer-requests', 'approved', 'rejected'],
    ['transactions', 'completed', 'in_review'],
  ])(
    'on %s result in one decision, and tell the second admin who decided what and when [TRF-19, PAY-10, ADM-18]',
    async (path, ...decisions) => {
      const [item] = await requestTransfers(5);
      const url = `/api/admin/${path}/${item?.id ?? ''}`;
      const head = await headOf(bank.database);
      const responses = await Promise.all(
        [admin, otherAdmin].map((client, index) =>
          client.put<Reviewed & ApiErrorBody>(url, { status: decisions[index], expectedRevision: 1 }),
        ),
      );
      expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 });
      expect(await headOf(bank.database)).toBe(head + 1);
      const first = responses[0]?.status === 200 ? 'Ada Okafor' : 'Bob Lindqvist';
      const late = responses.find(({ status }) => status === 409)?.body;
      const how = (await transferOf(item?.id ?? ''))?.status.replace('_', ' ') ?? '';
      expect(late).toMatchObject({ code: 'ALREADY_DECIDED' });
      expect(late?.message).toMatch(
        new RegExp(`^This was already decided by ${first} on ${BANK_TIME}: ${how}$`),
      );
    },
  );

  it('on an incoming payment tell the second admin which admin decided first [ADM-18]', async () => {
    const userId = await userIdOf(alice);
    const { body } = await admin.post<Reviewed>('/api/admin/incoming-payments', { userId, amount: 3 });
    const url = `/api/admin/incoming-payments/${body.id}`;
    const decision = { status: 'failed', expectedRevision: body.revision, adminNotes: 'Sent back' };
    expect((await otherAdmin.put(url, decision)).status).toBe(200);
    const late = await admin.put<ApiErrorBody>(url, { status: 'completed', expectedRevision: body.revision });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/^This was already decided by Bob Lindqvist on .*: failed$/);
  });
});

describe('a change of the notes', () => {
  it('is reported to the next admin as a change, not as a decision [ADM-18]', async () => {
    const userId = await userIdOf(alice);
    const { body } = await admin.post<Reviewed>('/api/admin/incoming-payments', { userId, amount: 3 });
    const url = `/api/admin/incoming-payments/${body.id}`;
    const notes = { status: 'pending', expectedRevision: body.revision, adminNotes: 'Asked the sender' };
    expect((await otherAdmin.put(url, notes)).status).toBe(200);
    const late = await admin.put<ApiErrorBody>(url, { status: 'completed', expectedRevision: body.revision });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/^This was changed by Bob Lindqvist on .*\. Its status is pending$/);
  });
});

describe('a decision on several transactions', () => {
  it('has a preview, takes effect for each transaction separately, and reports a result for each [TRF-21]', async () => {
    const items = await requestTransfers(10, 20, 30, 40);
    const [, , third, fourth] = items;
    await otherAdmin.put(`/api/admin/transfer-requests/${third?.id ?? ''}`, { status: 'processing' });
    const unknown = { id: randomUUID(), expectedRevision: 1 };
    const decision = { status: 'completed', items: [...items, unknown] };

    const before = await summaryOf(alice);
    const head = await headOf(bank.database);
    const { body: preview } = await admin.post<Preview>(`${DECISIONS}/preview`, decision);
    expect(preview).toMatchObject({ count: 3, sumCents: 7_000, refusedCount: 2 });
    expect(preview.items[3]?.effect).toEqual({
      entries: [
        { account: 'customer', amount: '-$40.00', amountCents: -4_000 },
        { account: 'settlement', amount: '$39.20', amountCents: 3_920 },
        { account: 'fees', amount: '$0.80', amountCents: 80 },
      ],
      hold: '-$40.00',
      holdCents: -4_000,
      balanceAfter: expect.any(String),
      balanceAfterCents: before.totalBalanceCents - 7_000,
      availableAfter: expect.any(String),
      availableAfterCents: before.availableBalanceCents,
    });
    expect(preview.items[2]?.reason).toMatch(/already decided by Bob Lindqvist/);
    expect(await headOf(bank.database)).toBe(head);

    const { status, body } = await admin.post<Decisions>(DECISIONS, decision);
    expect(status).toBe(200);
    expect(body.doneCount).toBe(3);
    expect(body.items.map(({ id, result }) => [id, result])).toEqual([
      ...items.map(({ id }) => [id, id === third?.id ? 'already_decided' : 'done']),
      [unknown.id, 'refused'],
    ]);
    expect(await headOf(bank.database)).toBe(head + 3);
    expect(await transferOf(fourth?.id ?? '')).toMatchObject({ status: 'completed' });
    expect((await summaryOf(alice)).totalBalanceCents).toBe(before.totalBalanceCents - 7_000);
  });

  it('takes effect once per idempotency key; in its preview, each reversal takes into account the reversals before it [ADM-42, LED-6]', async () => {
    const items = await requestTransfers(50, 60);
    const headers = { 'idempotency-key': randomUUID() };
    const head = await headOf(bank.database);
    const decision = { status: 'completed', items };
    const responses = await Promise.all(
      [1, 2, 3].map(() => admin.post<Decisions>(DECISIONS, decision, { headers })),
    );
    expect(responses.map(({ body }) => body.doneCount)).toEqual([2, 2, 2]);
    expect(await headOf(bank.database)).toBe(head + 2);
    const isReplay = ({ headers }: HttpResponse): boolean => headers.get('idempotent-replay') === 'true';
    expect(responses.filter(isReplay)).toHaveLength(2);
    const [another] = await requestTransfers(70);
    for (const other of [
      { ...decision, status: 'processing' },
      { ...decision, items: [another] },
    ]) {
      expect(await admin.post(DECISIONS, other, { headers })).toMatchObject({
        status: 422,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      });
    }
    expect(await transferOf(another?.id ?? '')).toMatchObject({ status: 'pending' });

    const userId = await userIdOf(alice);
    const credits: { id: string; expectedRevision: number }[] = [];
    for (const description of ['Wrong', 'Wrong again']) {
      const credit = { userId, type: 'credit', amount: 4_000, description };
      const { body } = await admin.post<Reviewed>('/api/admin/transactions', credit);
      credits.push({ id: body.id, expectedRevision: body.revision });
    }
    await setAvailableBalance(admin, alice, 500_000);
    const reversal = { status: 'pending', items: credits };
    const { body: preview } = await admin.post<Preview>(`${DECISIONS}/preview`, reversal);
    const reason = 'This reversal exceeds the available balance by $3,000.00';
    expect(preview.items.map((item) => item.reason)).toEqual([null, reason]);
    const { body } = await admin.post<Decisions>(DECISIONS, reversal);
    expect(body.items.map(({ message }) => message)).toEqual([null, reason]);
  });

  it('treats an uppercase id as the same as its lowercase form', async () => {
    const [item] = await requestTransfers(6);
    const upperCase = { id: item?.id.toUpperCase(), expectedRevision: 1 };
    const twice = await admin.post(DECISIONS, { status: 'completed', items: [item, upperCase] });
    expect(twice.status).toBe(400);
    const { body } = await admin.post<Decisions>(DECISIONS, { status: 'completed', items: [upperCase] });
    expect(body.items).toMatchObject([{ id: item?.id, result: 'done' }]);
  });

  it('requires a reason to mark transfers as failed, and stores it in the notes of each [TRF-18]', async () => {
    const items = await requestTransfers(7, 8);
    const head = await headOf(bank.database);
    const refused = await admin.post<ApiErrorBody>(DECISIONS, { status: 'failed', items, adminNotes: ' ' });
    expect(refused).toMatchObject({ status: 400, body: { fields: ['adminNotes'] } });
    expect(await headOf(bank.database)).toBe(head);
    const adminNotes = 'The recipient’s bank sent it back';
    await admin.post(DECISIONS, { status: 'failed', items, adminNotes });
    for (const { id } of items) expect(await transferOf(id)).toMatchObject({ status: 'failed', adminNotes });
  });

  it('requires a reason to reverse transfers [TRF-18]', async () => {
    const items = await requestTransfers(11, 12);
    await admin.post(DECISIONS, { status: 'completed', items });
    const completed = items.map(({ id }) => ({ id, expectedRevision: 2 }));
    const head = await headOf(bank.database);
    const refused = await admin.post<ApiErrorBody>(DECISIONS, { status: 'pending', items: completed });
    expect(refused).toMatchObject({ status: 400, body: { fields: ['adminNotes'] } });
    expect(await headOf(bank.database)).toBe(head);
    const adminNotes = 'Approved by mistake';
    const reversal = { status: 'pending', items: completed, adminNotes };
    const { body } = await admin.post<Decisions>(DECISIONS, reversal);
    expect(body.doneCount).toBe(2);
    for (const { id } of items) expect(await transferOf(id)).toMatchObject({ status: 'pending', adminNotes });
  });

  it('is refused without items, with more than 100 items, with a duplicate item, and from customers [TRF-21]', async () => {
    const item = () => ({ id: randomUUID(), expectedRevision: 1 });
    const same = item();
    for (const [body, field] of [
      [{ status: 'completed', items: [] }, 'items'],
      [{ status: 'completed', items: Array.from({ length: 101 }, item) }, 'items'],
      [{ status: 'completed', items: [same, same] }, 'items'],
      [{ status: 'completed', items: [{ id: same.id }] }, 'expectedRevision'],
      [{ status: 'approved', items: [same] }, 'status'],
    ] as const) {
      for (const path of [DECISIONS, `${DECISIONS}/preview`]) {
        const response = await admin.post<ApiErrorBody>(path, body);
        expect({ status: response.status, fields: response.body.fields }).toEqual({
          status: 400,
          fields: [field],
        });
      }
    }
    for (const path of [DECISIONS, `${DECISIONS}/preview`]) {
      expect((await alice.post(path, { status: 'completed', items: [same] })).status).toBe(403);
    }
  });
});

describe('a transfer whose text fields were changed in the database', () => {
  const change = (id: string, recipientAccount: string | null) =>
    query(
      bank.database.superUrl,
      'update ledger_transaction_text set recipient_account = $2 where transaction_id = $1',
      [id, recipientAccount],
    );

  it('cannot be approved or completed, alone or with others, but can be rejected [TRF-40]', async () => {
    const [changed, other] = await requestTransfers(6, 7);
    const id = changed?.id ?? '';
    const [texts] = await query<{ account: string }>(
      bank.database.superUrl,
      'select recipient_account as account from ledger_transaction_text where transaction_id = $1',
      [id],
    );
    await change(id, '99999999');

    const approval = { status: 'approved', expectedRevision: 1 };
    const approved = await admin.put<ApiErrorBody>(`/api/admin/transfer-requests/${id}`, approval);
    expect(approved).toMatchObject({ status: 409, body: { code: 'TEXTS_CHANGED' } });
    expect(approved.body.message).toContain('recipient');
    const decisions = { status: 'completed', items: [changed, other] };
    const preview = await admin.post<Preview>(`${DECISIONS}/preview`, decisions);
    expect(preview.body).toMatchObject({ count: 1, refusedCount: 1 });
    const together = await admin.post<Decisions>(DECISIONS, decisions);
    expect(together.body.items).toMatchObject([{ id, result: 'refused' }, { result: 'done' }]);
    expect(await transferOf(id)).toMatchObject({ status: 'pending', revision: 1 });

    const rejection = { status: 'rejected', expectedRevision: 1, adminNotes: 'Changed texts' };
    expect((await admin.put(`/api/admin/transfer-requests/${id}`, rejection)).status).toBe(200);
    await change(id, texts?.account ?? null);
  });
});
