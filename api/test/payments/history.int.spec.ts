import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { TransactionQueries } from '../../src/payments/transactions/transaction-queries.service.js';
import type { PreparedReads } from '../../src/platform/database/prepared-reads.service.js';
import { addDays } from '../../src/platform/time/bank-day.js';
import { bankDayOf, parseCsv, statementOf, today } from './history.fixtures.js';
import {
  setAvailableBalance,
  requestTransfer,
  summaryOf,
  userIdOf,
  type ApiErrorBody,
} from './money.fixtures.js';
import { HttpClient, query, useBank } from '../harness/index.js';

interface Line {
  id: string;
  description: string;
  type: string;
  status: string;
  category: string | null;
  amountCents: number;
  date: string;
  balanceAfter: string | null;
  balanceAfterCents: number | null;
}

interface Page {
  items: Line[];
  nextCursor: string | null;
  total?: number;
}

interface Step {
  at: string;
  title: string;
  text: string;
  actor: string;
  position: number;
  hash: string;
  entry: { amountCents: number; holdCents: number; balanceAfterCents: number; heldAfterCents: number } | null;
}

interface Detail extends Line {
  feeCents: number;
  netAmountCents: number;
  recipientName: string | null;
  fromAccount: string | null;
  timeline: Step[];
  next: { actor: string; text: string } | null;
}

const bank = useBank();
const { database, alice, bob, admin } = bank;

async function page(client: HttpClient, search = ''): Promise<Page> {
  const { status, body } = await client.get<Page>(`/api/transactions?${search}`);
  expect(status).toBe(200);
  return body;
}

async function detail(client: HttpClient, id: string): Promise<Detail> {
  const { status, body } = await client.get<Detail>(`/api/transactions/${id}`);
  expect(status).toBe(200);
  return body;
}

/** Reads all pages in order. */
async function pages(client: HttpClient, search: string, between?: () => Promise<unknown>): Promise<Page[]> {
  const all = [await page(client, search)];
  for (let cursor = all[0]?.nextCursor; cursor; cursor = all.at(-1)?.nextCursor) {
    await between?.();
    all.push(await page(client, `${search}&cursor=${cursor}`));
  }
  return all;
}

const signedCents = ({ type, amountCents }: Line) => (type === 'debit' ? -amountCents : amountCents);

const namesOf = ({ items }: Page) => items.map(({ description }) => description);

describe('the history', () => {
  it('has the running balance on each line, or none if nothing was posted [TXN-2]', async () => {
    const { items, total, nextCursor } = await page(alice);
    expect({ total, nextCursor }).toEqual({ total: 11, nextCursor: null });
    expect(items.map(({ description, status, balanceAfter }) => [description, status, balanceAfter])).toEqual(
      [
        ['Transfer to Corner Greens', 'pending', null],
        ['Salary', 'completed', '$5,657.51'],
        ['Transfer to Dr. Imani Cole', 'completed', '$3,207.51'],
        ['Transfer to Lumen Cinema', 'completed', '$3,327.51'],
        ['Salary', 'completed', '$3,352.01'],
        ['Transfer to J. Whitcombe', 'failed', null],
        ['Transfer to Metro Transit', 'completed', '$902.01'],
        ['Transfer to Corner Greens', 'completed', '$934.01'],
        ['Transfer to Maple Street Homes', 'completed', '$1,020.41'],
        ['Salary', 'completed', '$2,500.00'],
        ['Welcome credit', 'completed', '$50.00'],
      ],
    );
    expect((await alice.get<Line[]>('/api/transactions/recent')).body).toEqual(items);
    // The demo's landlord gets the full rent.
    const rent = items.find(({ description }) => description === 'Transfer to Maple Street Homes');
    expect((await detail(alice, rent?.id ?? '')).netAmountCents).toBe(145_000);
  });

  it.each([
    ['status=pending', 1],
    ['status=failed', 1],
    ['status=all&type=all', 11],
    ['type=incoming', 4],
    ['type=outgoing', 7],
    ['type=outgoing&status=completed', 5],
    ['search=corner%20GREENS', 2],
    ['search=movie', 1],
    ['search=transfer%20to', 7],
    ['search=100%25', 0],
    ['search=_', 0],
    ['search=', 11],
  ])('filters by %s [TXN-4]', async (search, count) => {
    const { items, total } = await page(alice, search);
    expect([items.length, total]).toEqual([count, count]);
  });

  it('filters by bank days, including the first and the last [TXN-4]', async () => {
    const { items } = await page(alice, 'limit=100');
    const dayOf = (name: string): string =>
      bankDayOf(items.findLast(({ description }) => description === name)?.date ?? '');
    const [from, to] = [dayOf('Transfer to Maple Street Homes'), dayOf('Transfer to Corner Greens')];
    expect(namesOf(await page(alice, `from=${from}&to=${to}`))).toEqual([
      'Transfer to Corner Greens',
      'Transfer to Maple Street Homes',
    ]);
    expect(namesOf(await page(alice, `to=${dayOf('Welcome credit')}`))).toEqual(['Welcome credit']);
    expect((await page(alice, `from=${addDays(today(), 2)}`)).items).toEqual([]);
  });

  it('contains each transaction once across pages, even while others arrive [TXN-5]', async () => {
    const before = await page(bob, 'limit=100');
    await setAvailableBalance(admin, bob, 100_000);
    const old = (await page(bob, 'limit=100')).items;
    expect(old).toHaveLength(before.items.length + 1);
    const walked = await pages(bob, 'limit=2', () => requestTransfer(bob, { amount: 1 }));
    expect(walked.flatMap(({ items }) => items)).toEqual(old);
    expect(walked.map(({ total }) => total)).toEqual([
      old.length,
      ...Array<undefined>(walked.length - 1).fill(undefined),
    ]);
    expect((await page(bob)).items).toHaveLength(old.length + walked.length - 1);
    const filtered = await pages(bob, 'limit=1&status=completed');
    expect(filtered.flatMap(({ items }) => items)).toEqual(
      (await page(bob, 'limit=100&status=completed')).items,
    );
  });

  it('lists open payments first and the others by posting time, so balances add up [TXN-1, TXN-2, TXN-5]', async () => {
    const userId = await userIdOf(bob);
    const announce = async (): Promise<string> =>
      (await admin.post<{ id: string }>('/api/admin/incoming-payments', { userId, amount: 3 })).body.id;
    const send = async (): Promise<string> => (await requestTransfer(bob, { amount: 1 })).body.id;
    const decide = async (id: string, status: string, body = {}): Promise<void> => {
      const path = `/api/admin/transactions/${id}`;
      expect((await admin.put(path, { status, ...body })).status).toBe(200);
    };
    const [first, second] = [await announce(), await announce()];
    const [completedLast, rejected, completedFirst] = [await send(), await send(), await send()];
    const [processing, pending] = [await send(), await send()];
    await decide(second, 'completed');
    await decide(completedFirst, 'completed');
    await decide(first, 'completed');
    await decide(rejected, 'failed', { adminNotes: 'Wrong person' });
    await decide(completedLast, 'completed');
    await decide(processing, 'processing');
    // Notes move no money, so they don't reorder the lines.
    await decide(second, 'completed', { adminNotes: 'Checked' });
    await decide(rejected, 'failed', { adminNotes: 'Checked' });

    const { items } = await page(bob, 'limit=100');
    const isOpen = ({ status }: Line) => ['pending', 'processing'].includes(status);
    const open = items.filter(isOpen);
    const closed = items.slice(open.length);
    expect(closed.some(isOpen)).toBe(false);
    expect(open.slice(0, 2).map(({ id }) => id)).toEqual([pending, processing]);
    const expected = [completedLast, rejected, first, completedFirst, second];
    expect(closed.slice(0, expected.length).map(({ id }) => id)).toEqual(expected);
    for (const group of [open, closed]) {
      const dates = group.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().reverse());
    }

    const posted = closed.filter(({ status }) => status === 'completed');
    const newest = posted.slice(0, expected.length - 1);
    expect(newest.map((line) => line.balanceAfterCents)).toEqual(
      newest.map((line, index) => (posted[index + 1]?.balanceAfterCents ?? 0) + signedCents(line)),
    );
    const statement = await statementOf(bob, `from=${today()}&to=${today()}`);
    const lines = statement.lines.toReversed().slice(0, newest.length);
    expect(newest.map(({ id, date }) => [id, date])).toEqual(
      lines.map(({ transactionId, at }) => [transactionId, at]),
    );

    expect((await bob.get<Line[]>('/api/transactions/recent')).body).toEqual(items);
    for (const limit of [1, 2, 3, 7]) {
      const walked = await pages(bob, `limit=${limit}`);
      expect(walked.flatMap((each) => each.items)).toEqual(items);
    }
    const onDay = await page(bob, `limit=100&from=${today()}`);
    expect(onDay.items).toEqual(items.filter(({ date }) => bankDayOf(date) === today()));
    expect(onDay.total).toBe(onDay.items.length);
    expect((await page(bob, 'limit=2&type=incoming')).items.map(({ id }) => id)).toEqual([first, second]);
  });

  const TYPE_NAMES: Readonly<Record<string, string>> = {
    debit: 'Transfer',
    credit: 'Credit',
    incoming_payment: 'Incoming payment',
  };
  const typeNameOf = ({ type, description }: Line) =>
    description === 'Balance adjustment' ? 'Adjustment' : TYPE_NAMES[type];

  it('exports exactly the matching lines as CSV, with formulas escaped [TXN-6]', async () => {
    const userId = await userIdOf(bob);
    const credit = { userId, type: 'credit', amount: 1.05, description: '=1+1, "or so"' };
    await admin.post('/api/admin/transactions', credit);
    await requestTransfer(bob, { amount: 2.5, recipientName: 'Zoë' });
    for (const search of ['', 'status=completed', 'type=outgoing&search=zo%C3%AB', 'search=nothing']) {
      const { items } = await page(bob, `${search}&limit=100`);
      const { status, headers, body } = await bob.get<string>(`/api/transactions.csv?${search}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
      const [header = [], ...rows] = parseCsv(body);
      const cell = (row: string[], name: string) => row[header.indexOf(name)];
      expect(rows.map((row) => cell(row, 'Type'))).toEqual(items.map(typeNameOf));
      expect(rows.map((row) => cell(row, 'Category')?.toLowerCase())).toEqual(
        items.map(({ category }) => category ?? ''),
      );
      expect(rows.map((row) => cell(row, 'Transaction ID'))).toEqual(items.map(({ id }) => id));
      expect(rows.map((row) => Number(cell(row, 'Amount (USD)')))).toEqual(
        items.map(({ type, amountCents }) => (type === 'debit' ? -amountCents : amountCents) / 100),
      );
      expect(rows.map((row) => cell(row, 'Balance after (USD)'))).toEqual(
        items.map(({ balanceAfterCents: cents }) => (cents === null ? '' : (cents / 100).toFixed(2))),
      );
    }
    const { body } = await bob.get<string>('/api/transactions.csv?type=incoming');
    expect(body).toContain(`,"'=1+1, ""or so""",Credit,Completed,,1.05,0.00,1.05,`);
    expect((await alice.get<string>('/api/transactions.csv')).body).not.toContain('Zoë');
  });

  it.each([
    ['cursor=abc', 'cursor'],
    ['cursor=-1', 'cursor'],
    ['cursor=99999999999999999999', 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=5_0', 'cursor'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['status=paid', 'status'],
    ['type=both', 'type'],
    ['from=2026-02-30', 'from'],
    ['from=20260220', 'from'],
    ['to=tomorrow', 'to'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['status=pending&status=failed', 'status'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['search=%00', 'search'],
    ['userId=1', 'userId'],
  ])('refuses %s', async (search, field) => {
    const { status, body } = await alice.get<ApiErrorBody>(`/api/transactions?${search}`);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: expect.arrayContaining([field]) });
  });
});

describe('the details of a transaction', () => {
  it('describe each event from the log in sentences [TRF-18, TXN-7]', async () => {
    const before = await summaryOf(alice);
    const { body: transfer } = await requestTransfer(alice, { amount: 200 });
    const waiting = await detail(alice, transfer.id);
    expect(waiting).toMatchObject({
      status: 'pending',
      amountCents: 20_000,
      feeCents: 400,
      netAmountCents: 19_600,
      recipientName: 'Corner Greens',
      balanceAfter: null,
      next: expect.stringMatching(
        /^We'll review your transfer, usually within one business day\./,
      ) as unknown,
    });

    const review = (body: object) => admin.put(`/api/admin/transfer-requests/${transfer.id}`, body);
    await review({ status: 'processing' });
    await review({ status: 'completed', adminNotes: 'Called 555 0142' });
    await review({ status: 'failed', adminNotes: 'Wrong person' });
    const details = await detail(alice, transfer.id);
    expect(JSON.stringify(details)).not.toMatch(/555 0142|Wrong person|adminNotes/);
    expect(details.next).toBeNull();
    expect(details.balanceAfterCents).toBe(before.totalBalanceCents);
    expect(details.timeline.map(({ title, text, actor }) => [title, actor, text])).toEqual([
      ['Transfer requested', 'you', 'You asked to send $200.00 to Corner Greens. We put the amount on hold.'],
      [
        'Processing',
        'Moniker',
        'We started processing your transfer to Corner Greens. The amount stayed on hold.',
      ],
      [
        'Transfer completed',
        'Moniker',
        'We approved your transfer to Corner Greens. $200.00 left your account, including the $4.00 fee.',
      ],
      [
        'Transfer reversed',
        'Moniker',
        'We reversed your transfer to Corner Greens. $200.00 is back in your account, including the $4.00 fee.',
      ],
    ]);
    const total = before.totalBalanceCents;
    const held = before.pendingBalanceCents;
    expect(details.timeline.map(({ entry }) => entry)).toMatchObject([
      { amountCents: 0, holdCents: 20_000, balanceAfterCents: total, heldAfterCents: held + 20_000 },
      null as unknown as object,
      { amountCents: -20_000, holdCents: -20_000, balanceAfterCents: total - 20_000, heldAfterCents: held },
      { amountCents: 20_000, holdCents: 0, balanceAfterCents: total, heldAfterCents: held },
    ]);
  });

  it('name the position, hash and time of each event in the log [TXN-7]', async () => {
    const [newest] = (await page(alice, 'status=completed')).items;
    const { timeline } = await detail(alice, newest?.id ?? '');
    expect(timeline.length).toBeGreaterThan(0);
    for (const { position, hash, at } of timeline) {
      const events = await query<{ hash: string; at: Date }>(
        database.superUrl,
        `select encode(hash, 'hex') as hash, recorded_at as at from ledger_event where position = $1`,
        [position],
      );
      expect({ hash, at }).toEqual({ hash: events[0]?.hash, at: events[0]?.at.toISOString() });
    }
  });

  it('are available for an incoming payment once it has completed, and name the sender [PAY-5, TXN-1]', async () => {
    const userId = await userIdOf(alice);
    const { body: payment } = await admin.post<{ id: string }>('/api/admin/incoming-payments', {
      userId,
      amount: 12.34,
      description: 'Refund',
      fromAccount: 'Corner Greens',
    });
    expect((await alice.get(`/api/transactions/${payment.id}`)).status).toBe(404);
    expect((await alice.get(`/api/transactions/${payment.id}/receipt`)).status).toBe(404);
    await admin.put(`/api/admin/incoming-payments/${payment.id}`, { status: 'completed' });
    const details = await detail(alice, payment.id);
    expect(details.timeline.map(({ text }) => text)).toEqual([
      'A payment of $12.34 from Corner Greens was on its way.',
      '$12.34 arrived from Corner Greens and was added to your account.',
    ]);
    expect(details).toMatchObject({ type: 'incoming_payment', fromAccount: 'Corner Greens', next: null });
    await admin.put(`/api/admin/incoming-payments/${payment.id}`, {
      status: 'completed',
      created_at: '2026-01-05T12:00:00Z',
    });
    expect((await detail(alice, payment.id)).timeline.at(-1)?.text).toBe(
      'We changed the date to Jan 5, 2026.',
    );
  });

  it('name the old and the new balance of a balance edit [TXN-7]', async () => {
    const { totalBalanceCents, pendingBalanceCents } = await summaryOf(bob);
    await setAvailableBalance(admin, bob, 777_700);
    const [edit] = (await page(bob, 'limit=1&status=completed')).items;
    const { timeline, balanceAfterCents } = await detail(bob, edit?.id ?? '');
    const usd = (cents: number) =>
      `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    const after = 777_700 + pendingBalanceCents;
    expect(balanceAfterCents).toBe(after);
    expect(timeline.map(({ text }) => text)).toEqual([
      `We changed your balance from ${usd(totalBalanceCents)} to ${usd(after)}.`,
    ]);
  });
});

describe('a transaction', () => {
  it('is not found by other customers, in details, receipts or lists [TXN-8, SEC-2]', async () => {
    const [own] = (await page(alice)).items;
    for (const other of [bob, admin]) {
      expect((await other.get(`/api/transactions/${own?.id}`)).status).toBe(404);
      expect((await other.get(`/api/transactions/${own?.id}/receipt`)).status).toBe(404);
      expect((await page(other, 'limit=100')).items.map(({ id }) => id)).not.toContain(own?.id);
    }
    expect((await alice.get(`/api/transactions/${own?.id}`)).status).toBe(200);
  });

  it('is not found by a malformed id, and cannot be read without a session', async () => {
    expect((await alice.get('/api/transactions/first')).status).toBe(404);
    expect((await alice.get('/api/transactions/first/receipt')).status).toBe(404);
    const anonymous = new HttpClient(bank.api.baseUrl);
    expect((await anonymous.get('/api/transactions')).status).toBe(401);
    expect((await anonymous.get('/api/transactions/0198a000-0000-7000-8000-000000000001')).status).toBe(401);
  });
});

describe('a long history', () => {
  it('is read through indexes [TXN-5]', async () => {
    const account = '00000000-0000-4000-8000-00000000aaaa';
    await query(
      database.superUrl,
      `insert into ledger_transaction (transaction_id, account_id, kind, status, amount_cents, fee_cents, revision,
          created_position, changed_position, created_at, changed_at, visible_at)
        select gen_random_uuid(), case when n % 2 = 0 then '${account}' else gen_random_uuid() end, 'transfer',
          case when n % 20 = 0 then 'failed' when n > 19990 then 'pending' else 'completed' end, 100, 2, 2,
          1000000 + 2 * n, 1000001 + 2 * n, now(), now(), now()
        from generate_series(1, 20000) n`,
    );
    await query(
      database.superUrl,
      `insert into ledger_entry (account_id, position, account_version, transaction_id, amount_cents, hold_cents,
          posted_after_cents, held_after_cents)
        select account_id, changed_position - later, 1, transaction_id,
          case when status = 'completed' and later = 0 then -100 else 0 end, case later when 0 then -100 else 100 end,
          0, 0
        from ledger_transaction, generate_series(0, 1) later where created_position > 1000000`,
    );
    await query(
      database.superUrl,
      `insert into ledger_transaction_text (transaction_id, salt, description)
        select transaction_id, '', 'Rent' from ledger_transaction where created_position > 1000000`,
    );
    await query(
      database.superUrl,
      'vacuum analyze ledger_transaction, ledger_entry, ledger_transaction_text',
    );
    for (const plan of await plansOfHistory(account)) {
      const [{ Plan: root } = {}] = plan as [{ Plan: PlanNode }?];
      const nodes = root === undefined ? [] : nodesOf(root);
      expect(nodes.map((node) => node['Index Name'])).toContain('ledger_transaction_open');
      const read = nodes.reduce(
        (rows, node) => Math.max(rows, node['Actual Rows'] * node['Actual Loops']),
        0,
      );
      expect(read).toBeLessThan(100);
    }
  });
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Runs the queries for the first and a later page, with PostgreSQL's generic plan and with custom plans. Returns the
 * plans.
 */
async function plansOfHistory(accountId: string): Promise<unknown[]> {
  const statements: { text: string; values: (string | number | null)[] }[] = [];
  const record = {
    query: (text: string, values: (string | number | null)[]) =>
      Promise.resolve(statements.push({ text, values })),
  };
  const queries = new TransactionQueries(record as unknown as DataSource, record as unknown as PreparedReads);
  const all = { status: null, direction: null, category: null, from: null, to: null, search: null };
  await queries.findVisible(accountId, 10);
  await queries.findMatching(accountId, all, { isOpen: false, position: '1030000' }, 10);
  return withDatabase(async (client) => {
    const plans: unknown[] = [];
    for (const [index, { text, values }] of statements.entries()) {
      await client.query(`prepare history_${index} as ${text}`);
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`);
        const given = values.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ');
        const explain = `explain (analyze, format json) execute history_${index}(${given})`;
        const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(explain);
        plans.push(rows[0]?.['QUERY PLAN']);
      }
    }
    return plans;
  });
}

async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
