import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiErrorBody, userIdOf } from '../payments/money.fixtures.js';
import { HttpClient, useBank } from '../harness/index.js';

/** The default texts (DASH-11). */
const DEFAULTS = {
  welcomeTitle: 'Welcome back!',
  welcomeMessage: "Here's your account overview",
  balanceLabel: 'Total Balance',
  availableLabel: 'Available',
  pendingLabel: 'Pending',
  cardName: 'Moniker Card',
  cardNumber: '•••• •••• •••• ••••',
  statusTitle: 'Account Request Status',
  statusMessage: 'Your account application is being reviewed',
  transactionTitle: 'Recent Transactions',
  quickActionTitle: 'Quick Actions',
};

const bank = useBank();
let aliceId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
});

const url = (id: string): string => `/api/admin/dashboard-content/${id}`;

it("returns the default texts until an admin changes the customer's texts [DASH-11]", async () => {
  expect((await bank.alice.get('/api/dashboard-content')).body).toEqual({ userId: aliceId, ...DEFAULTS });
  const texts = { ...DEFAULTS, userId: aliceId, welcomeTitle: 'Hello <b>Alice</b>', pendingLabel: 'On hold' };
  expect(await bank.admin.put(url(aliceId), texts)).toMatchObject({ status: 200, body: texts });
  expect((await bank.alice.get('/api/dashboard-content')).body).toEqual(texts);
  expect((await bank.admin.get(url(aliceId))).body).toEqual(texts);
  expect((await bank.bob.get('/api/dashboard-content')).body).toMatchObject(DEFAULTS);
});

it('resets blank and missing texts to their defaults [DASH-11]', async () => {
  await bank.admin.put(url(aliceId), { welcomeTitle: 'Good morning', cardName: 'Gold' });
  await bank.admin.put(url(aliceId), { welcomeTitle: '   ' });
  expect((await bank.alice.get('/api/dashboard-content')).body).toEqual({ userId: aliceId, ...DEFAULTS });
});

it('stores texts only for customers, and accepts them only from admins [DASH-14]', async () => {
  const adminId = await userIdOf(bank.admin);
  for (const id of [adminId, '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11', 'nobody']) {
    expect((await bank.admin.get(url(id))).status).toBe(404);
    expect((await bank.admin.put(url(id), { welcomeTitle: 'x' })).status).toBe(404);
  }
  for (const client of [bank.alice, bank.bob]) {
    expect((await client.get(url(aliceId))).status).toBe(403);
    expect((await client.put(url(aliceId), { welcomeTitle: 'x' })).status).toBe(403);
  }
  expect((await new HttpClient(bank.api.baseUrl).get('/api/dashboard-content')).status).toBe(401);
});

it.each([
  [{ welcomeTitle: 'x'.repeat(61) }, 'welcomeTitle'],
  [{ cardName: 5 }, 'cardName'],
  [{ statusTitle: 'a\nb' }, 'statusTitle'],
  [{ footer: 'x' }, 'footer'],
  [{ userId: '0b9f6c1e-4d0a-4a49-9d5e-0f4a5f3f8a11' }, 'userId'],
])('refuses %j, names the field in the response, and changes nothing [DASH-12]', async (body, field) => {
  const response = await bank.admin.put<ApiErrorBody>(url(aliceId), body);
  expect({ status: response.status, fields: response.body.fields }).toEqual({ status: 400, fields: [field] });
  expect((await bank.alice.get('/api/dashboard-content')).body).toMatchObject(DEFAULTS);
});

describe('a text with a phone number or a link', () => {
  const MESSAGES = ['Call 1 (800) 555-0199', 'Go to moniker-secure.example', 'https://evil.example'];
  const NAMES = Object.keys(DEFAULTS).filter((name) => name !== 'cardNumber');

  it.each(NAMES)('is refused for %s [DASH-30]', async (name) => {
    for (const message of MESSAGES) {
      const response = await bank.admin.put<ApiErrorBody>(url(aliceId), { [name]: message });
      expect([response.status, response.body]).toMatchObject([
        400,
        { fields: [name], message: 'Please enter text without phone numbers or links' },
      ]);
    }
    expect((await bank.alice.get('/api/dashboard-content')).body).toMatchObject(DEFAULTS);
  });

  it('is allowed as the card number, and every default text is allowed [DASH-30]', async () => {
    const texts = { ...DEFAULTS, cardNumber: '4000 1234 5678 9010' };
    expect(await bank.admin.put(url(aliceId), texts)).toMatchObject({ status: 200, body: texts });
    expect(await bank.admin.put(url(aliceId), DEFAULTS)).toMatchObject({ status: 200, body: DEFAULTS });
  });
});
