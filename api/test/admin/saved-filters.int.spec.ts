import { describe, expect, it } from '@jest/globals';
import { dumpDatabase } from './admin-lists.fixtures.js';
import { newAdmin, newCustomer } from '../kyc/kyc.fixtures.js';
import { countByStatus, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';
import { useBank } from '../harness/index.js';

interface SavedFilter {
  id: string;
  list: string;
  name: string;
  filters: string;
}

const SAVED = '/api/admin/saved-filters';

const bank = useBank();
const { admin } = bank;

const save = (list: string, name: string, filters: string, client = admin) =>
  client.post<SavedFilter & ApiErrorBody>(SAVED, { list, name, filters });

const namesOf = async (list: string, client = admin): Promise<string[]> =>
  (await client.get<SavedFilter[]>(`${SAVED}?list=${list}`)).body.map(({ name }) => name);

describe('saved filters', () => {
  it('are sorted by name; they can be deleted, or replaced by saving under the same name [ADM-36]', async () => {
    expect((await save('kyc', 'Waiting', 'status=pending')).status).toBe(201);
    const { body: first } = await save('kyc', 'All of Zoë & co', 'search=Zo%C3%AB+%26+co&sort=oldest');
    await save('outgoing', 'Open', 'status=open&from=2026-11-01');
    expect(await namesOf('kyc')).toEqual(['All of Zoë & co', 'Waiting']);
    expect(await namesOf('outgoing')).toEqual(['Open']);
    expect(Object.fromEntries(new URLSearchParams(first.filters))).toEqual({
      search: 'Zoë & co',
      sort: 'oldest',
    });

    const { body: replaced } = await save('kyc', first.name, 'status=rejected');
    expect(replaced).toEqual({ ...first, filters: 'status=rejected' });
    expect((await admin.get<SavedFilter[]>(`${SAVED}?list=kyc`)).body[0]).toEqual(replaced);
    expect((await admin.delete(`${SAVED}/${first.id}`)).status).toBe(204);
    expect((await admin.delete(`${SAVED}/${first.id}`)).status).toBe(404);
    expect(await namesOf('kyc')).toEqual(['Waiting']);
  });

  it('belong to one admin [ADM-36]', async () => {
    const other = await newAdmin(bank.api.baseUrl, bank.database);
    const { body: mine } = await save('users', 'Mine', 'admin=true');
    expect(await namesOf('users', other)).toEqual([]);
    expect((await other.delete(`${SAVED}/${mine.id}`)).status).toBe(404);
    expect((await save('users', 'Mine', 'admin=false', other)).status).toBe(201);
    expect((await admin.get<SavedFilter[]>(`${SAVED}?list=users`)).body).toEqual([mine]);
    expect((await bank.alice.get(`${SAVED}?list=users`)).status).toBe(403);
  });

  it('are limited to 20 per list, even if saved at the same time [ADM-36]', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Filter ${index}`);
    const responses = await Promise.all(names.map((name) => save('transactions', name, 'kind=credit')));
    expect(countByStatus(responses)).toEqual({ 201: 20, 409: 4 });
    const [kept = ''] = await namesOf('transactions');
    expect((await save('transactions', kept, 'kind=transfer')).status).toBe(201);
    expect((await save('requests', 'Another list', 'status=pending')).status).toBe(201);
  });

  it.each([
    [{ list: 'chats' }, 'list'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ filters: '' }, 'filters'],
    [{ filters: 'status' }, 'filters'],
    [{ filters: 'status=pending#top' }, 'filters'],
    [{ filters: 'search=%00' }, 'filters'],
    [{ filters: Array.from({ length: 11 }, () => 'a=1').join('&') }, 'filters'],
    [{ userId: 'a0000000-0000-4000-8000-000000000001' }, 'userId'],
  ])('are refused with %j, and the error names the field [ERR-2]', async (change, field) => {
    const body = { list: 'kyc', name: 'Name', filters: 'status=pending', ...change };
    const response = await admin.post<ApiErrorBody>(SAVED, body);
    expect({ status: response.status, fields: response.body.fields }).toEqual({
      status: 400,
      fields: [field],
    });
  });
});

it('deleting a user deletes the saved filters that name the user, and no others [ADM-36, ADM-10]', async () => {
  const { api, database } = bank;
  const other = await newAdmin(api.baseUrl, database);
  const customer = await newCustomer(api.baseUrl, database);
  const { email, moniker } = (await customer.get<{ email: string; moniker: string }>('/api/auth/user')).body;
  await save('outgoing', 'By address', `search=${encodeURIComponent(email.toUpperCase())}`, other);
  await save('outgoing', 'By handle', `search=%24${moniker}`, other);
  await save('outgoing', 'By name', 'search=grace+HOPPER', other);
  await save('outgoing', 'By phone', 'search=14155550199', other);
  await save('outgoing', "Hopper's money", 'status=open', other);
  await save('outgoing', `Sent by $${moniker}`, 'status=open', other);
  await save('outgoing', 'Hoppers', 'search=hop', other);
  await save('outgoing', 'Hopper trains', 'status=open', other);
  // “Grace period” begins with the customer's first name only by chance.
  await save('outgoing', 'Grace period', 'status=pending', other);
  const userId = await userIdOf(customer);
  expect((await admin.delete(`/api/admin/users/${userId}`)).status).toBe(204);
  expect(await namesOf('outgoing', other)).toEqual(['Grace period', 'Hopper trains', 'Hoppers']);
  expect(await dumpDatabase(database)).not.toContain(moniker);
});
