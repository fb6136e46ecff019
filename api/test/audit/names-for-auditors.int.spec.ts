import { beforeAll, expect, it } from '@jest/globals';
import { OpenApi } from '../contract/openapi.fixtures.js';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { query, use, useBank } from '../harness/index.js';
import { idOf } from './access-log.fixtures.js';

/** The value of each path parameter. */
type Values = Readonly<Record<string, string>>;

const bank = useBank();
const auditor = use(() => newAdmin(bank.api.baseUrl, bank.database, 'auditor'));
let values: Values;

beforeAll(async () => {
  const alice = await idOf(bank.alice);
  values = { account: alice, userId: alice, id: alice, position: '1' };
  await bank.admin.get(`/api/admin/users/${alice}`);
});

it('shows no name, email address or moniker to an auditor, whatever they read [HIST-20]', async () => {
  const people = await query<Record<string, string>>(
    bank.database.superUrl,
    'select email, moniker, last_name, phone_number from app_user where phone_number is not null',
  );
  const personal = people.flatMap((person) => Object.values(person));
  expect(personal.length).toBeGreaterThan(6);
  const searches = ['alice', 'Moreno', 'moniker.example', values['id'] ?? ''];
  const addresses = [
    ...new OpenApi().routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/admin/'))
      .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')),
    ...searches.map((text) => `/api/admin/event-history/people?search=${text}`),
  ];
  const found = [];
  const read = [];
  for (const address of addresses) {
    const { status, body } = await auditor.get(address);
    if (status === 200) read.push(address);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    found.push(...personal.filter((one) => text.includes(one)).map((one) => `${address} shows ${one}`));
  }
  expect(read.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

it('identifies people to an auditor by id only, and finds them only by a whole id [HIST-20]', async () => {
  const id = values['id'] ?? '';
  const search = async (text: string) =>
    (await auditor.get(`/api/admin/event-history/people?search=${text}`)).body;
  expect(await search(id)).toEqual([{ id, name: `Customer ${id.slice(-6)}`, email: null, isAdmin: false }]);
  expect(await search('alice')).toEqual([]);
  const { body } = await auditor.get<{ items: { text: string }[] }>(
    `/api/admin/event-history/events?customer=${id}&type=AccountOpened`,
  );
  expect(body.items.map(({ text }) => text)).toEqual([`Customer ${id.slice(-6)} signed up`]);
});

it("shows names to admins whose role can read customers' data [HIST-2]", async () => {
  const { body } = await bank.admin.get('/api/admin/event-history/people?search=Moreno');
  expect(body).toMatchObject([{ name: 'Alice Moreno', email: 'alice@moniker.example' }]);
});
