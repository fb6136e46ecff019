import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ALONE, POLICY } from './approvals.fixtures.js';
import { readPages, type Page } from './admin-lists.fixtures.js';
import { readAllPages } from './pagination.fixtures.js';
import { lastDigitsOf, newAdmin, newCustomer, newSsn, type KycStatus } from '../kyc/kyc.fixtures.js';
import {
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  userIdOf,
} from '../payments/money.fixtures.js';
import { query, type HttpClient, useBank } from '../harness/index.js';
import { submitApplication } from '../web/browser.fixtures.js';

interface WorkItem {
  kind: string;
  id: string;
  user: { id: string; email: string };
  since: string;
  status: string | null;
  amountCents: number | null;
  accountType: string | null;
  detail: string | null;
}

interface Counts {
  total: number;
  kinds: { kind: string; count: number; oldestSince: string }[];
}

const QUEUE = '/api/admin/work-queue';
const SSN = newSsn();

const bank = useBank();
const { admin } = bank;
let applicant: HttpClient;
let proposer: HttpClient;

/** The statuses of the items that the demo data and `beforeAll` leave waiting, by kind. */
const WAITING = {
  kyc: ['pending'],
  account_request: ['pending', 'in_review'],
  transfer: ['pending', 'pending', 'processing'],
  incoming_payment: ['pending'],
  credit: ['in_review'],
  proposal: ['pending'],
  chat: [null],
};

beforeAll(async () => {
  const { alice, bob, api, database } = bank;
  const aliceId = await userIdOf(alice);
  applicant = await newCustomer(api.baseUrl, database);
  await submitApplication(applicant, { ssn: SSN });

  const reviewed = await requestAccount(database, await userIdOf(bob));
  await admin.put(`/api/admin/account-requests/${reviewed}`, { status: 'in_review' });
  await setAvailableBalance(admin, alice, 50_000);
  const { body: transfer } = await requestTransfer(alice, { amount: 20 });
  await admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status: 'processing' });
  const { body: done } = await requestTransfer(alice, { amount: 21 });
  await admin.put(`/api/admin/transfer-requests/${done.id}`, { status: 'approved' });
  await admin.post('/api/admin/incoming-payments', { userId: aliceId, amount: 30, description: 'Salary' });
  const credit = { userId: aliceId, type: 'credit', amount: 5, description: 'Goodwill' };
  const { body: credited } = await admin.post<{ id: string }>('/api/admin/transactions', credit);
  await admin.put(`/api/admin/transactions/${credited.id}`, { status: 'in_review' });
  await bob.post('/api/chat/send', { message: `Where is my money? ${'x'.repeat(100)}` });
  await alice.post('/api/chat/send', { message: 'Thank you' });
  await admin.post(`/api/admin/chats/${aliceId}/reply`, { message: 'You are welcome' });
  const rules = { ...ALONE, credit: 'approval' };
  await admin.put(POLICY, { rules, dailyLimit: 0, expectedVersion: 0 });
  proposer = await newAdmin(api.baseUrl, database);
  await proposer.post('/api/admin/transactions', { ...credit, amount: 7 });
});

const list = async (queryText = '', client = admin): Promise<WorkItem[]> =>
  (await client.get<Page<WorkItem>>(`${QUEUE}?limit=100${queryText}`)).body.items;

const counts = async (client = admin): Promise<Counts> => (await client.get<Counts>(`${QUEUE}/counts`)).body;

const kindsOf = async (client: HttpClient, of = admin): Promise<string[]> => {
  const userId = await userIdOf(client);
  return (await list('', of)).filter(({ user }) => user.id === userId).map(({ kind }) => kind);
};

const sql = (text: string, values: unknown[] = []) => query(bank.database.superUrl, text, values);

describe('the work queue', () => {
  it('lists waiting items of every kind, oldest first [ADM-31]', async () => {
    const items = await list();
    const statuses: Record<string, (string | null)[]> = {};
    for (const { kind, status } of items) (statuses[kind] ??= []).push(status);
    expect(statuses).toEqual(WAITING);
    const times = items.map(({ since }) => since);
    expect(times).toEqual([...times].sort());
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  });

  it('says what each item is about [ADM-31]', async () => {
    const items = await list();
    const find = (kind: string) => items.find((item) => item.kind === kind);
    const { kyc } = (await applicant.get<KycStatus & { kyc: { id: string } }>('/api/kyc/status')).body;
    expect(find('kyc')).toMatchObject({
      id: kyc.id,
      accountType: 'personal',
      amountCents: null,
      detail: null,
    });
    expect(find('transfer')).toMatchObject({
      user: { email: 'alice@moniker.example' },
      amountCents: 7_525,
      accountType: null,
      detail: 'Corner Greens',
    });
    expect(find('incoming_payment')).toMatchObject({ amountCents: 3_000, detail: 'Salary' });
    expect(find('credit')).toMatchObject({ amountCents: 500, detail: 'Goodwill' });
    expect(find('proposal')).toMatchObject({ amountCents: 700, detail: 'credit' });
    const chat = find('chat');
    expect(chat).toMatchObject({ id: await userIdOf(bank.bob), amountCents: null });
    expect(chat?.detail).toMatch(/^Where is my money\? x+$/);
    expect(chat?.detail).toHaveLength(80);
  });

  it('contains neither an SSN nor a document nor an account number [ADM-31, KYC-23]', async () => {
    const text = JSON.stringify(await list());
    for (const secret of [SSN, SSN.replaceAll('-', ''), '/objects/', '310447825', '021000021'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(lastDigitsOf(SSN));
  });

  it.each([1, 2, 3])('contains each item once in pages of %i while items arrive [ADM-31]', async (limit) => {
    const whole = await list();
    let arriving = 3;
    const pages = await readAllPages<WorkItem>(admin, `${QUEUE}?limit=${limit}`, async () => {
      if (arriving > 0) await requestTransfer(bank.alice, { amount: 1 });
      arriving -= 1;
    });
    const ids = pages.flatMap(({ items }) => items).map(({ id }) => id);
    expect(ids.slice(0, whole.length)).toEqual(whole.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(whole.length + 3);
    await sql(`update ledger_transaction set status = 'cancelled' where amount_cents = 100`);
  });

  it('contains each item once across pages, even if all began to wait at the same time [ADM-31]', async () => {
    const moment = '2026-11-01T12:00:00Z';
    await sql(`update kyc_application set created_at = $1`, [moment]);
    await sql(`update account_request set created_at = $1`, [moment]);
    await sql(`update approval_proposal set proposed_at = $1`, [moment]);
    await sql(`update chat_conversation set waiting_since = $1 where waiting_since is not null`, [moment]);
    await sql(`update ledger_transaction set created_at = $1 where status not in ('completed', 'failed')`, [
      moment,
    ]);
    const whole = await list();
    expect(new Set(whole.map(({ since }) => since)).size).toBe(1);
    for (const limit of [1, 2, 4]) {
      const { items } = await readPages<WorkItem>(admin, QUEUE, limit);
      expect(items).toEqual(whole);
    }
  });

  it("leaves out an admin's own proposals, and the proposals that their role is not allowed to decide [ADM-31]", async () => {
    expect(await list('&kind=proposal', proposer)).toEqual([]);
    const reviewer = await newAdmin(bank.api.baseUrl, bank.database, 'reviewer');
    expect(await list('&kind=proposal', reviewer)).toEqual([]);
    const payments = await newAdmin(bank.api.baseUrl, bank.database, 'payments');
    expect(await list('&kind=proposal', payments)).toHaveLength(1);
  });

  it('can be limited to one kind [ADM-32]', async () => {
    const all = await list();
    for (const kind of Object.keys(WAITING)) {
      const expected = all.filter((item) => item.kind === kind);
      expect(await list(`&kind=${kind}`)).toEqual(expected);
      expect((await readPages<WorkItem>(admin, `${QUEUE}?kind=${kind}`, 1)).items).toEqual(expected);
    }
  });
});

describe('the counts', () => {
  it('agree with the list [ADM-32]', async () => {
    const items = await list();
    const { total, kinds } = await counts();
    expect(total).toBe(items.length);
    expect(kinds.map(({ kind, count }) => [kind, count])).toEqual(
      Object.entries(WAITING).map(([kind, statuses]) => [kind, statuses.length]),
    );
    for (const { kind, oldestSince } of kinds)
      expect(oldestSince).toBe(items.find((item) => item.kind === kind)?.since);
  });

  it('stop at 1,000 per kind [ADM-32]', async () => {
    const userId = await userIdOf(applicant);
    await sql(
      `insert into ledger_transaction (transaction_id, account_id, kind, status, amount_cents, fee_cents, revision,
          created_position, changed_position, created_at, changed_at)
        select gen_random_uuid(), $1, 'credit', 'pending', 1, 0, 1, 1000000 + n, 1000000 + n, now(), now()
        from generate_series(1, 1001) n`,
      [userId],
    );
    const { total, kinds } = await counts();
    expect(kinds.find(({ kind }) => kind === 'credit')?.count).toBe(1_000);
    expect(total).toBe(kinds.reduce((sum: number, { count }: { readonly count: number }) => sum + count, 0));
    await sql('delete from ledger_transaction where created_position > 1000000');
  });
});

describe('a chat', () => {
  const chatOf = async (client: HttpClient): Promise<WorkItem | undefined> => {
    const id = await userIdOf(client);
    return (await list('&kind=chat')).find((item) => item.id === id);
  };

  it("waits from the customer's first message after a reply until the next reply, even if the message was read [ADM-31]", async () => {
    const { alice } = bank;
    const aliceId = await userIdOf(alice);
    const { body: first } = await alice.post<{ createdAt: string }>('/api/chat/send', {
      message: 'One thing',
    });
    await alice.post('/api/chat/send', { message: 'and another' });
    await admin.post(`/api/admin/chats/${aliceId}/read`);
    expect(await chatOf(alice)).toMatchObject({ since: first.createdAt, detail: 'and another' });
    await admin.post(`/api/admin/chats/${aliceId}/reply`, { message: 'Both are done' });
    expect(await chatOf(alice)).toBeUndefined();
    const { body: later } = await alice.post<{ createdAt: string }>('/api/chat/send', { message: 'Thanks' });
    expect(await chatOf(alice)).toMatchObject({ since: later.createdAt });
    await admin.post(`/api/admin/chats/${aliceId}/reply`, { message: 'Welcome' });
  });

  it('whose last message was stored by the previous release waits only if the customer sent that message [ADM-31]', async () => {
    const { alice, bob } = bank;
    const storeAsBefore = async (client: HttpClient, isFromUser: boolean): Promise<void> => {
      const userId = await userIdOf(client);
      const id = `ffffffff-0000-7000-8000-${userId.slice(-12)}`;
      await sql(
        `insert into chat_message (id, user_id, is_from_user, message, created_at) values ($1, $2, $3, 'Old', now())`,
        [id, userId, isFromUser],
      );
      await sql(
        `update chat_conversation set last_message_id = $1, last_message_at = now(), unread_count = unread_count + $3
         where user_id = $2`,
        [id, userId, isFromUser ? 1 : 0],
      );
    };
    await storeAsBefore(alice, true);
    expect(await chatOf(alice)).toMatchObject({ detail: 'Old' });
    await storeAsBefore(bob, false);
    expect(await chatOf(bob)).toBeUndefined();
  });
});

describe("items left out of an admin's work queue", () => {
  it("include the admin's own, which appear only in other admins' queues [ADM-27, ADM-31]", async () => {
    const { api, database } = bank;
    const other = await newAdmin(api.baseUrl, database);
    await submitApplication(other);
    await other.post('/api/chat/send', { message: 'Testing' });
    expect((await kindsOf(other)).sort()).toEqual(['account_request', 'chat', 'kyc']);
    expect(await kindsOf(other, other)).toEqual([]);
    const [mine, theirs] = [await counts(other), await counts()];
    expect(theirs.total - mine.total).toBe(3);
  });

  it('include requests and applications that the customer has replaced [ADM-31, KYC-60]', async () => {
    const { api, database } = bank;
    const customer = await newCustomer(api.baseUrl, database);
    const applied = async (): Promise<{ kyc: string; request: string }> => {
      const { body } = await customer.get<KycStatus>('/api/kyc/status');
      return { kyc: body.kyc?.id ?? '', request: body.accountRequest?.id ?? '' };
    };
    const ssn = newSsn();
    await submitApplication(customer, { ssn });
    const first = await applied();
    await admin.put(`/api/admin/kyc/${first.kyc}/reject`, { notes: 'Unreadable' });
    await submitApplication(customer, { ssn });
    const second = await applied();
    expect(await kindsOf(customer)).toEqual(['kyc', 'account_request']);
    await admin.put(`/api/admin/account-requests/${second.request}`, { status: 'rejected' });
    await submitApplication(customer, { ssn });
    const third = await applied();
    expect((await admin.put(`/api/admin/kyc/${third.kyc}/approve`, {})).status).toBe(200);
    const approval = { status: 'approved' };
    expect((await admin.put(`/api/admin/account-requests/${third.request}`, approval)).status).toBe(200);
    expect(await kindsOf(customer)).toEqual([]);

    const { email } = (await customer.get<{ email: string }>('/api/auth/user')).body;
    for (const [path, ids] of [
      ['account-requests', [third.request, second.request, first.request]],
      ['kyc-applications', [third.kyc, second.kyc, first.kyc]],
    ] as const) {
      const { body } = await admin.get<Page<{ id: string; isReplaced: boolean }>>(
        `/api/admin/${path}?search=${encodeURIComponent(email)}`,
      );
      expect(body.items.map(({ id, isReplaced }) => [id, isReplaced])).toEqual(
        ids.map((id, index) => [id, index > 0]),
      );
    }
  });

  it('include those of deleted users [ADM-31]', async () => {
    const { api, database } = bank;
    const customer = await newCustomer(api.baseUrl, database);
    const userId = await userIdOf(customer);
    await submitApplication(customer);
    await customer.post('/api/chat/send', { message: 'Bye' });
    await admin.post('/api/admin/incoming-payments', { userId, amount: 30 });
    expect((await kindsOf(customer)).sort()).toEqual(['account_request', 'chat', 'incoming_payment', 'kyc']);
    const before = await counts();
    expect((await admin.delete(`/api/admin/users/${userId}`)).status).toBe(204);
    const items = await list();
    expect(items.filter(({ user }) => user.id === userId)).toEqual([]);
    expect(before.total - (await counts()).total).toBe(4);
  });
});

it('returns one account request to admins, and 404 for an unknown id [ADM-12]', async () => {
  const [request] = await list('&kind=account_request');
  const found = await admin.get<{ id: string }>(`/api/admin/account-requests/${request?.id}`);
  expect(found).toMatchObject({ status: 200, body: { id: request?.id } });
  expect((await admin.get(`/api/admin/account-requests/${randomUUID()}`)).status).toBe(404);
});
