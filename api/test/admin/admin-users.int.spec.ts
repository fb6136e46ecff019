import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { csvLinesOf, dumpDatabase, type Page, readPages } from './admin-lists.fixtures.js';
import { uploadLicenseSides, newSsn, newestEvent } from '../kyc/kyc.fixtures.js';
import {
  headOf,
  KYC,
  setAvailableBalance,
  requestAccount,
  requestTransfer,
  userIdOf,
} from '../payments/money.fixtures.js';
import { HttpClient, expectSoundLedger, query, useBank, verifyWithoutMail } from '../harness/index.js';

interface User {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  accountNumber: string | null;
  kycStatus: string | null;
  isAdmin: boolean;
  accountBalanceCents: number;
}

interface Stats {
  totalUsers: number;
  activeAccounts: number;
  totalBalanceCents: number;
  transactions: number;
}

const bank = useBank();
const { admin } = bank;

/** Registers a verified user with the given names and signs in. */
async function registerUser(
  firstName: string,
  lastName: string,
  moniker: string,
  phoneNumber: string,
): Promise<HttpClient> {
  const client = new HttpClient(bank.api.baseUrl);
  const email = `${moniker}@people.example`;
  const names = { firstName, lastName, moniker, phoneNumber };
  await client.post('/api/auth/register', { email, password: 'a pass word', ...names });
  await verifyWithoutMail(client, bank.database, email);
  expect((await client.post('/api/auth/login', { email, password: 'a pass word' })).status).toBe(200);
  return client;
}

const emails = async (filters: string): Promise<string[]> => {
  const { status, body } = await admin.get<Page<User>>(`/api/admin/users?${filters}`);
  expect(status).toBe(200);
  return body.items.map(({ email }) => email);
};

describe('the list of users', () => {
  beforeAll(async () => {
    const zora = await registerUser('Zora', 'Ångström', 'zora_100', '+1 (628) 555-0142');
    await registerUser('Yann', 'Percent%_', 'yann_p', '+33 1 70 18 99 00');
    await registerUser('=Xavier', 'Quote"s', 'xavier', '+1 212 555 0100');
    await requestAccount(bank.database, await userIdOf(zora));
  });

  it.each([
    ['parts of the first and last names together', 'ora Ång'],
    ['part of the email address', 'ORA_100@people'],
    ['moniker', 'zora_1'],
    ['moniker with the $ that screens show', '$zora_1'],
    ['phone number as it was entered', '(628) 555'],
    ['digits of the phone number', '6285550142'],
  ])('finds a user by %s [ADM-6]', async (_by, search) => {
    expect(await emails(`search=${encodeURIComponent(search)}`)).toEqual(['zora_100@people.example']);
  });

  it('accepts a $ before a moniker, as do the event history and the lists of applications and account requests [ADM-6]', async () => {
    for (const path of ['kyc-applications', 'account-requests']) {
      const { body } = await admin.get<Page<{ user: User }>>(`/api/admin/${path}?search=%24alice`);
      expect(body.items.map(({ user }) => user.email)).toEqual(['alice@moniker.example']);
    }
    const people = await admin.get<User[]>('/api/admin/event-history/people?search=%24alice');
    expect(people.body.map(({ email }) => email)).toEqual(['alice@moniker.example']);
  });

  it('finds a customer by account number and treats no character as a wildcard [ADM-6]', async () => {
    const { body } = await admin.get<Page<User>>('/api/admin/users?search=alice');
    const number = body.items[0]?.accountNumber ?? '';
    expect(await emails(`search=${number.slice(1, 8)}`)).toEqual(['alice@moniker.example']);
    expect(await emails('search=%25_')).toEqual(['yann_p@people.example']);
    expect(await emails('search=%25_%5C')).toEqual([]);
  });

  it('combines filters by KYC status, verified email address, role and account [ADM-6]', async () => {
    expect(await emails('admin=true')).toEqual(['admin@moniker.example']);
    expect(await emails('hasAccount=true&kycStatus=approved&sort=email')).toEqual(
      expect.arrayContaining(['alice@moniker.example']),
    );
    expect(await emails('kycStatus=none&search=zora')).toEqual(['zora_100@people.example']);
    expect(await emails('kycStatus=approved&search=zora')).toEqual([]);
    expect(await emails('emailVerified=false')).toEqual([]);
  });

  it.each([
    ['newest', ['xavier', 'yann_p', 'zora_100']],
    ['oldest', ['zora_100', 'yann_p', 'xavier']],
    ['name', ['xavier', 'yann_p', 'zora_100']],
    ['email', ['xavier', 'yann_p', 'zora_100']],
  ])('shows every user once across its pages when sorted by %s [ADM-7]', async (sort, order) => {
    const { items, sizes } = await readPages<User>(admin, `/api/admin/users?sort=${sort}`, 2);
    const all = (await admin.get<Page<User>>(`/api/admin/users?sort=${sort}`)).body;
    expect(items).toEqual(all.items);
    expect(all.total).toBe(items.length);
    expect(sizes.slice(0, -1).every((size) => size === 2)).toBe(true);
    const own = items.filter(({ email }) => email.endsWith('@people.example'));
    expect(own.map(({ email }) => email.split('@')[0])).toEqual(order);
  });

  it('is exported as CSV with its filters applied and formulas escaped [ADM-7]', async () => {
    const lines = await csvLinesOf(admin, '/api/admin/users.csv?search=people.example&sort=name');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(
      /^'=Xavier,"Quote""s",xavier@people\.example,xavier,\+1 212 555 0100,yes,customer,,,0\.00,0\.00,/,
    );
  });

  it('is exported with a byte order mark, like other spreadsheet files but unlike event exports [CON-6]', async () => {
    const startOf = async (path: string): Promise<string> => {
      const response = await fetch(bank.api.baseUrl + path, { headers: { cookie: admin.cookieHeader() } });
      return Buffer.from(await response.arrayBuffer())
        .subarray(0, 3)
        .toString('hex');
    };
    for (const file of ['admin/users.csv', 'transactions.csv'])
      expect(await startOf(`/api/${file}`)).toBe('efbbbf');
    expect(await startOf('/api/admin/event-history/events.csv')).not.toBe('efbbbf');
  });
});

describe('a search for people', () => {
  beforeAll(() => registerUser('Jose\u0301', "O'Brien", 'jose_ob', '415 555 0199'));

  it.each([
    ['José', 'a different normalization'],
    ['jose', 'no accent'],
    ['O’BRIEN', 'a different apostrophe and case'],
    ['(415) 555-0199', 'a phone number in another format'],
    ['+1 (415) 555\u20110199', 'a country code and pasted dashes'],
    ['Jo\u200bse', 'hidden characters'],
  ])('finds a user by %j (%s) in the user list and in the event history [ADM-70]', async (search) => {
    const query = `search=${encodeURIComponent(search)}`;
    expect(await emails(query)).toEqual(['jose_ob@people.example']);
    const people = await admin.get<User[]>(`/api/admin/event-history/people?${query}`);
    expect(people.body.map(({ email }) => email)).toEqual(['jose_ob@people.example']);
  });
});

describe('the dashboard figures', () => {
  it('agree with the tables, now and 30 days ago [ADM-1, ADM-2]', async () => {
    const sqlOf = (time: string): string => `select
      (select count(*)::int from app_user where created_at <= ${time}) as "totalUsers",
      (select count(*)::int from account_request where status = 'approved' and approved_at <= ${time}) as "activeAccounts",
      (select coalesce(sum(amount_cents), 0)::int from ledger_entry e join ledger_event v using (position)
        join app_user u on u.id = e.account_id where v.recorded_at <= ${time}) as "totalBalanceCents",
      (select count(*)::int from ledger_transaction where created_at <= ${time}) as "transactions"`;
    const [now] = await query(bank.database.superUrl, sqlOf('now()'));
    const [then] = await query(bank.database.superUrl, sqlOf(`now() - interval '30 days'`));
    const read = async () => (await admin.get<Stats & { thirtyDaysAgo: Stats }>('/api/admin/stats')).body;
    expect(await read()).toMatchObject({ ...now, thirtyDaysAgo: then });
    expect((then as unknown as Stats).transactions).toBeGreaterThan(0);

    await setAvailableBalance(admin, bank.bob, 123_456);
    const after = await read();
    const [later] = await query(bank.database.superUrl, sqlOf('now()'));
    expect(after).toMatchObject({ ...later, thirtyDaysAgo: then });
    expect(after.transactions).toBe((now as unknown as Stats).transactions + 1);
  });
});

describe('deleting a user', () => {
  const MARKS = [
    'Wilhelmina',
    'Featherstone',
    'wilma_f',
    '650-555-0177',
    'Harpsichord',
    'Lighthouse Road',
    '94199',
  ];

  /** Looks for whole words only, because a hash or a key may contain the same digits by chance. */
  const marksIn = (dump: string, marks: readonly string[]): string[] =>
    marks.filter((mark) => new RegExp(`\\b${mark}\\b`).test(dump));

  it('closes the account, erases personal data and ends the sessions [ACC-9, ADM-10, LED-8, LED-9]', async () => {
    const wilma = await registerUser('Wilhelmina', 'Featherstone', 'wilma_f', '+1 650-555-0177');
    const userId = await userIdOf(wilma);
    const ssn = newSsn();
    const documents = await uploadLicenseSides(wilma);
    const address = { street: '7 Lighthouse Road', zipCode: '94199' };
    const names = { firstName: 'Wilhelmina', lastName: 'Featherstone' };
    await wilma.post('/api/kyc/create', { ...KYC, ...names, ...address, ssn, ...documents });
    await admin.put(`/api/admin/dashboard-content/${userId}`, { welcomeTitle: 'Harpsichord for Wilhelmina' });
    await wilma.post('/api/chat/send', { message: 'My Harpsichord is late' });
    const { body: requests } = await admin.get<Page<{ id: string }>>(
      '/api/admin/account-requests?search=wilma_f',
    );
    await admin.put(`/api/admin/account-requests/${requests.items[0]?.id ?? ''}`, {
      status: 'approved',
      adminNotes: 'Plays the Harpsichord',
      statusMessage: 'Dear Wilhelmina',
    });
    await setAvailableBalance(admin, wilma, 50_000);
    expect((await requestTransfer(wilma, { amount: 100, purpose: 'Harpsichord strings' })).status).toBe(201);
    await wilma.post('/api/auth/send-password-otp');
    const before = await dumpDatabase(bank.database);
    expect(marksIn(before, MARKS)).toEqual(MARKS);
    const unclaimed = await unclaimedCents();

    expect((await admin.delete(`/api/admin/users/${userId}`)).status).toBe(204);

    expect((await wilma.get('/api/auth/user')).status).toBe(401);
    expect(await unclaimedCents()).toBe(unclaimed + 50_000);
    const after = await dumpDatabase(bank.database);
    expect(marksIn(after, [...MARKS, ssn, ssn.replaceAll('-', '')])).toEqual([]);
    expect(await newestEvent(bank.database)).toMatchObject({
      type: 'UserDeleted',
      actor: `user:${await userIdOf(admin)}`,
      payload: { userId },
    });
    const objects = await query<{ status: string }>(
      bank.database.superUrl,
      'select status from stored_object where id = any($1::uuid[])',
      [Object.values(documents).map((document) => path.basename(document))],
    );
    expect(objects.map(({ status }) => status)).toEqual(['discarded', 'discarded']);
    expect((await admin.get(documents.drivingLicenseFront)).status).toBe(404);
    await expectSoundLedger(bank);

    expect((await admin.get(`/api/admin/users/${userId}`)).status).toBe(404);
    expect((await admin.get<Page<User>>('/api/admin/users?search=wilma')).body.items).toEqual([]);
    expect((await admin.delete(`/api/admin/users/${userId}`)).status).toBe(404);
    expect((await admin.put(`/api/admin/users/${userId}/balance`, { accountBalance: 1 })).status).not.toBe(
      200,
    );
    const again = { email: 'wilma_f@people.example', password: 'a pass word' };
    expect((await wilma.post('/api/auth/login', again)).status).toBe(401);
  });

  it('succeeds for only one of several concurrent requests [ADM-10]', async () => {
    const userId = await userIdOf(await registerUser('Val', 'Twice', 'val_twice', '+1 212 555 0123'));
    const responses = await Promise.all([1, 2, 3].map(() => admin.delete(`/api/admin/users/${userId}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it('is refused if the user is an admin [ADM-11]', async () => {
    const head = await headOf(bank.database);
    expect(await admin.delete(`/api/admin/users/${await userIdOf(admin)}`)).toMatchObject({
      status: 403,
      body: { message: "Admins can't be deleted" },
    });
    expect((await admin.get('/api/auth/user')).status).toBe(200);
    expect(await headOf(bank.database)).toBe(head);
  });

  async function unclaimedCents(): Promise<number> {
    const rows = await query<{ posted_cents: string }>(
      bank.database.superUrl,
      `select posted_cents from ledger_account where account_id = '00000000-0000-4000-8000-000000000004'`,
    );
    return Number(rows[0]?.posted_cents ?? 0);
  }
});
