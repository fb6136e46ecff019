import { beforeAll, expect, it } from '@jest/globals';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, useBank } from '../harness/index.js';
import { parseCsv } from './history.fixtures.js';
import {
  headOf,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  startDeletion,
  userIdOf,
} from './money.fixtures.js';

interface Line {
  readonly id: string;
  readonly category: string | null;
}

const bank = useBank();
const { admin, alice, bob, database } = bank;

beforeAll(async () => {
  await setAvailableBalance(admin, alice, 1_000_00);
});

const pay = async (recipientAccount: string, by: HttpClient = alice): Promise<string> =>
  (await requestTransfer(by, { amount: 1, recipientAccount, category: 'food' })).body.id;

const change = (id: string, body: object, by: HttpClient = alice) =>
  by.put<Line>(`/api/transactions/${id}/category`, body);

async function recentOf(id: string): Promise<string | null | undefined> {
  const { body } = await alice.get<Line[]>('/api/transactions/recent');
  return body.find((line) => line.id === id)?.category;
}

it('shows a changed category in the details, recent payments, history and CSV, but records no event [TRF-87]', async () => {
  const id = await pay('6660001');
  const head = await headOf(database);
  const known = await alice.get('/api/transactions/recent');
  const { status, body } = await change(id, { category: 'bills' });
  expect([status, body.category]).toEqual([200, 'bills']);
  expect(await headOf(database)).toBe(head);
  const detail = await alice.get<Line>(`/api/transactions/${id}`);
  expect([detail.body.category, await recentOf(id)]).toEqual(['bills', 'bills']);
  // A screen that polls with the old list's ETag gets the new list.
  const polled = await alice.get('/api/transactions/recent', {
    headers: { 'if-none-match': known.headers.get('etag') ?? '' },
  });
  expect([known.status, polled.status]).toEqual([200, 200]);
  const idsIn = async (category: string) => {
    const found = await alice.get<{ items: Line[] }>(`/api/transactions?category=${category}`);
    return found.body.items.map((line) => line.id);
  };
  expect([(await idsIn('bills')).includes(id), (await idsIn('food')).includes(id)]).toEqual([true, false]);
  const csv = await alice.get<string>('/api/transactions.csv?category=bills');
  expect(parseCsv(csv.body).find((cells) => cells.includes(id))?.[5]).toBe('Bills');
  // Admins still see the original category from the transfer request.
  const { body: list } = await admin.get<{ items: Line[] }>('/api/admin/transfer-requests');
  expect(list.items.find((line) => line.id === id)?.category).toBe('food');
  await change(id, { category: 'education' });
  expect(await recentOf(id)).toBe('education');
});

it('can apply a category to all transfers to the recipient, including later ones, but not to those changed separately [TRF-87]', async () => {
  const [earlier, own] = [await pay('6660002'), await pay('6660002')];
  await change(own, { category: 'personal' });
  const chosen = await pay('6660002');
  await change(chosen, { category: 'business', isForRecipient: true });
  const [later, other] = [await pay('6660002'), await pay('6660003')];
  const categories = await Promise.all([earlier, own, chosen, later, other].map(recentOf));
  expect(categories).toEqual(['business', 'personal', 'business', 'business', 'food']);
  await admin.put(`/api/admin/transfer-requests/${later}`, { status: 'approved' });
  const { body } = await alice.get<Line[]>('/api/recipients');
  expect(body.find((one) => one.id === later)?.category).toBe('business');
});

it('refuses an unknown category, and any category for a transaction that is missing or belongs to another customer [TRF-87, TXN-8, SEC-2]', async () => {
  const id = await pay('6660004');
  expect((await change(id, { category: 'bills' }, bob)).status).toBe(404);
  expect((await change('a0000000-0000-4000-8000-000000000009', { category: 'bills' })).status).toBe(404);
  expect(await change(id, { category: 'rent' })).toMatchObject({
    status: 400,
    body: { fields: ['category'] },
  });
  const { body: lines } = await alice.get<{ items: Line[] }>('/api/transactions?type=incoming');
  const incoming = lines.items[0]?.id ?? '';
  expect(await change(incoming, { category: 'bills', isForRecipient: true })).toMatchObject({ status: 404 });
  expect((await change(incoming, { category: 'business' })).body.category).toBe('business');
  expect(await recentOf(id)).toBe('food');
});

async function newPayer(): Promise<{ client: HttpClient; id: string }> {
  const client = await newCustomer(bank.api.baseUrl, database);
  const id = await userIdOf(client);
  const accountRequest = await requestAccount(database, id);
  await admin.put(`/api/admin/account-requests/${accountRequest}`, { status: 'approved' });
  await setAvailableBalance(admin, client, 10_00);
  return { client, id };
}

const storedOf = (userId: string) =>
  query(
    database.superUrl,
    `select 1 from transaction_category where user_id = $1 union all select 1 from recipient where user_id = $1`,
    [userId],
  );

it('erases the categories of a deleted customer [TRF-87, ADM-10]', async () => {
  const carol = await newPayer();
  await change(await pay('6660005', carol.client), { category: 'bills', isForRecipient: true }, carol.client);
  expect(await storedOf(carol.id)).toHaveLength(2);
  expect((await admin.delete(`/api/admin/users/${carol.id}`)).status).toBe(204);
  expect(await storedOf(carol.id)).toEqual([]);
});

it('changes no category while the customer is being deleted [TRF-87, ADM-10]', async () => {
  const dora = await newPayer();
  const id = await pay('6660006', dora.client);
  const deletion = await startDeletion(database, dora.id);
  const changed = change(id, { category: 'bills', isForRecipient: true }, dora.client);
  await waitUntilBlocked(database, [changed]);
  await deletion.commit();
  expect((await changed).status).toBe(404);
  expect(await storedOf(dora.id)).toEqual([]);
});
