import { beforeAll, describe, expect, it } from '@jest/globals';
import { readAllPages, type Page } from './pagination.fixtures.js';
import {
  setAvailableBalance,
  requestTransfer,
  userIdOf,
  type ApiErrorBody,
} from '../payments/money.fixtures.js';
import { useBank } from '../harness/index.js';

interface Row {
  id: string;
  status: string;
  amountCents: number;
  kind: string;
  user: { email: string } | null;
}

const LISTS = ['transfer-requests', 'incoming-payments', 'transactions'] as const;
const FORMULA = '=HYPERLINK("http://evil.example")';

const bank = useBank();
const { admin } = bank;
let aliceId: string;

beforeAll(async () => {
  aliceId = await userIdOf(bank.alice);
  await setAvailableBalance(admin, bank.alice, 500_000);
  await setAvailableBalance(admin, bank.bob, 500_000);
  for (const amount of [11, 12, 13, 14, 15]) {
    await requestTransfer(bank.alice, { amount, recipientName: FORMULA });
    await admin.post('/api/admin/incoming-payments', { userId: aliceId, amount: amount + 0.5 });
  }
  // Gives each list two rows with the same amount.
  await requestTransfer(bank.bob, { amount: 13 });
  await admin.post('/api/admin/incoming-payments', { userId: aliceId, amount: 13.5 });
});

const list = (path: string, query = '') => admin.get<Page<Row>>(`/api/admin/${path}?limit=100${query}`);
const idsOf = (page: Page<Row>) => page.items.map(({ id }) => id);

describe.each(LISTS)('the list of %s', (path) => {
  it('contains each row once across pages, newest first, even while rows arrive [ADM-15]', async () => {
    const whole = (await list(path)).body;
    expect(whole.items.length).toBeGreaterThan(8);
    expect(whole).toMatchObject({ total: whole.items.length, nextCursor: null });
    const pages = await readAllPages<Row>(admin, `/api/admin/${path}?limit=3`, async () => {
      await requestTransfer(bank.bob, { amount: 1 });
      await admin.post('/api/admin/incoming-payments', { userId: aliceId, amount: 1 });
    });
    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
    expect(pages.map(({ total }) => total)).toEqual([
      whole.items.length,
      ...pages.slice(1).map(() => undefined),
    ]);
  });

  it('can be sorted oldest first across pages [ADM-15]', async () => {
    const newest = (await list(path)).body;
    const pages = await readAllPages<Row>(admin, `/api/admin/${path}?limit=4&sort=oldest`);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(newest).reverse());
  });

  it('can be sorted largest first across pages, but only with a filter [ADM-15]', async () => {
    const pages = await readAllPages<Row>(admin, `/api/admin/${path}?limit=1&status=pending&sort=largest`);
    const rows = pages.flatMap(({ items }) => items);
    const amounts = rows.map(({ amountCents }) => amountCents);
    expect(new Set(amounts).size).toBeLessThan(amounts.length);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    const pending = (await list(path, '&status=pending')).body;
    expect(rows.map(({ id }) => id).sort()).toEqual(idsOf(pending).sort());
    expect((await list(path, '&sort=largest&search=alice')).status).toBe(200);
    const refused = await admin.get<ApiErrorBody>(`/api/admin/${path}?sort=largest`);
    expect(refused).toMatchObject({ status: 400, body: { fields: ['sort'] } });
  });

  it('filters by status [ADM-16]', async () => {
    const all = (await list(path)).body.items;
    for (const status of ['pending', 'completed', 'failed']) {
      const { body } = await list(path, `&status=${status}`);
      expect(idsOf(body)).toEqual(all.filter((row) => row.status === status).map(({ id }) => id));
      expect(body.total).toBe(body.items.length);
    }
    const open = (await list(path, '&status=open')).body;
    expect(idsOf(open)).toEqual(all.filter(({ status }) => status === 'pending').map(({ id }) => id));
  });

  it('filters by the bank day of creation [ADM-16]', async () => {
    const all = (await list(path)).body;
    const now = Date.now();
    const day = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const recent = (await list(path, `&from=${day(5)}`)).body;
    const older = (await list(path, `&to=${day(6)}`)).body;
    expect(recent.items.length).toBeGreaterThan(0);
    expect(older.items.length).toBeGreaterThan(0);
    expect([...idsOf(recent), ...idsOf(older)]).toEqual(idsOf(all));
    const backwards = await admin.get<ApiErrorBody>(`/api/admin/${path}?from=${day(1)}&to=${day(2)}`);
    expect(backwards).toMatchObject({ status: 400, body: { fields: ['from', 'to'] } });
  });

  it('finds rows by customer, full id and exact amount [ADM-16]', async () => {
    const all = (await list(path)).body.items;
    for (const search of ['MORENO', 'alice@moniker', '%24alice']) {
      const found = (await list(path, `&search=${search}`)).body.items;
      expect(found).toEqual(all.filter(({ user }) => user?.email === 'alice@moniker.example'));
    }
    const [first] = all;
    expect((await list(path, `&search=${first?.id ?? ''}`)).body.items).toEqual([first]);
    for (const [search, cents] of [
      ['%2413.00', 1300],
      ['13.5', 1350],
    ] as const) {
      const found = (await list(path, `&search=${search}`)).body.items;
      expect(found).toEqual(all.filter(({ amountCents }) => amountCents === cents));
    }
    expect((await list(path, '&search=nobody')).body).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it('exports exactly the filtered rows, with formulas escaped [ADM-17]', async () => {
    for (const filters of [
      '',
      '&status=pending&sort=largest',
      '&search=moreno&sort=oldest',
      '&search=nobody',
    ]) {
      const rows = (await list(path, filters)).body.items;
      const file = await admin.get<string>(`/api/admin/${path}.csv?limit=1${filters}`);
      expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
      const [header = '', ...lines] = file.body.trimEnd().split('\r\n');
      expect(header.split(',')[0]).toBe('Transaction ID');
      expect(lines.map((line) => line.slice(0, 36))).toEqual(rows.map(({ id }) => id));
      expect(file.body).not.toMatch(/(^|,|")=HYPERLINK/m);
    }
  });

  it('refuses an invalid parameter and names it [ERR-2]', async () => {
    for (const [query, field] of [
      ['status=approved', 'status'],
      ['sort=name', 'sort'],
      ['limit=101', 'limit'],
      ['from=yesterday', 'from'],
      ['cursor=1', 'cursor'],
      ['page=2', 'page'],
    ] as const) {
      const response = await admin.get<ApiErrorBody>(`/api/admin/${path}?${query}`);
      expect({ query, status: response.status, fields: response.body.fields }).toEqual({
        query,
        status: 400,
        fields: [field],
      });
    }
  });
});

it("exports a recipient's name as text if it looks like a formula [ADM-17]", async () => {
  const file = await admin.get<string>('/api/admin/transfer-requests.csv');
  expect(file.body).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
});

it('names kinds of transactions and the time zone in exported files [ADM-17]', async () => {
  const headerOf = async (path: string) =>
    (await admin.get<string>(`/api/admin/${path}.csv`)).body.split('\r\n')[0];
  expect(await headerOf('users')).toMatch(/,Member since \(UTC\)$/);
  expect(await headerOf('account-requests')).toMatch(
    /Submitted \(UTC\),.+,First approved \(UTC\),.+,Decided \(UTC\),/,
  );
  expect(await headerOf('kyc-applications')).toMatch(/Submitted \(UTC\),.+,Reviewed \(UTC\),/);
  const { body } = await admin.get<string>('/api/admin/transactions.csv');
  for (const kind of ['Transfer', 'Incoming payment', 'Credit', 'Balance edit']) {
    expect(body).toContain(`,${kind},`);
  }
});

it('filters transactions by kind [ADM-16]', async () => {
  const all = (await list('transactions')).body.items;
  for (const kind of ['transfer', 'incoming_payment', 'credit', 'adjustment']) {
    const found = (await list('transactions', `&kind=${kind}`)).body;
    expect(found.items.length).toBeGreaterThan(0);
    expect(idsOf(found)).toEqual(all.filter((row) => row.kind === kind).map(({ id }) => id));
  }
});
