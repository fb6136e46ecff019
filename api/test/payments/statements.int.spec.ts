import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatCents } from '@moniker/common/money.js';
import { POSTING_KIND_NAMES, type PostingKind } from '../../src/payments/statements/posting-kinds.js';
import { addDays } from '../../src/platform/time/bank-day.js';
import {
  NARROW_SPACE,
  OPENED_DAYS_AGO,
  bankTimeText,
  balanceFromLog,
  demoDays,
  parseCsv,
  statementOf,
  textOfPdf,
  today,
  type StatementResponse,
} from './history.fixtures.js';
import {
  setAvailableBalance,
  requestTransfer,
  summaryOf,
  userIdOf,
  type ApiErrorBody,
} from './money.fixtures.js';
import { HttpClient, query, type TestDatabase, useBank } from '../harness/index.js';

const bank = useBank();
const { database, alice, bob, admin } = bank;
let dayAgo: (days: number) => string;

const YEAR = () => `from=${addDays(today(), -365)}&to=${today()}`;

beforeAll(async () => {
  dayAgo = await demoDays(database);
});

function expectAddsUp({ openingCents, closingCents, lines, totals }: StatementResponse): void {
  let balance = openingCents;
  for (const line of lines) {
    balance += line.amountCents;
    expect(line.balanceAfterCents).toBe(balance);
  }
  expect(balance).toBe(closingCents);
  expect(openingCents + totals.moneyInCents + totals.moneyOutCents).toBe(closingCents);
  expect(totals.lineCount).toBe(lines.length);
}

async function fileOf(client: HttpClient, path: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(new URL(path, bank.api.baseUrl), {
    headers: { cookie: client.cookieHeader() },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('a statement', () => {
  it('has the sums and lines of the demo data [STM-1]', async () => {
    const statement = await statementOf(alice, YEAR());
    expectAddsUp(statement);
    expect(statement).toMatchObject({
      accountHolder: 'Alice Moreno',
      accountNumber: '482915306',
      timeZone: 'America/New_York',
      openingCents: 0,
      // 50 + 3 × 2450 − 1479.59 − 86.40 − 32 − 24.50 − 120
      closingCents: 565_751,
      closing: '$5,657.51',
      // 29.59 + 1.73 + 0.64 + 0.49 + 2.40
      totals: { moneyInCents: 740_000, moneyOutCents: -174_249, feesCents: 3_485, lineCount: 9 },
    });
    expect(statement.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['credit', 5_000],
      ['incoming_payment', 245_000],
      ['transfer', -147_959],
      ['transfer', -8_640],
      ['transfer', -3_200],
      ['incoming_payment', 245_000],
      ['transfer', -2_450],
      ['transfer', -12_000],
      ['incoming_payment', 245_000],
    ]);
  });

  it.each([
    ['of one day without postings', () => `from=${dayAgo(5)}&to=${dayAgo(5)}`, 0],
    ['of several days in the middle of the history', () => `from=${dayAgo(29)}&to=${dayAgo(20)}`, 3],
    ['that ends today', () => `from=${dayAgo(3)}&to=${today()}`, 1],
    ['of this month', () => `month=${today().slice(0, 7)}`, null],
  ])('adds up over a range %s [STM-2]', async (_, range, lineCount) => {
    const statement = await statementOf(alice, range());
    expectAddsUp(statement);
    if (lineCount !== null) expect(statement.lines).toHaveLength(lineCount);
    const id = await userIdOf(alice);
    expect(statement.closingCents).toBe(await balanceFromLog(database, id, { day: statement.to }));
  });

  it('continues the previous statement without a gap [STM-2]', async () => {
    const parts = await Promise.all([
      statementOf(alice, `from=${dayAgo(40)}&to=${dayAgo(21)}`),
      statementOf(alice, `from=${dayAgo(20)}&to=${dayAgo(9)}`),
      statementOf(alice, `from=${dayAgo(8)}&to=${today()}`),
    ]);
    parts.forEach(expectAddsUp);
    expect(parts[0].closingCents).toBe(parts[1].openingCents);
    expect(parts[1].closingCents).toBe(parts[2].openingCents);
    const lines = parts.flatMap((part) => part.lines);
    expect(lines).toEqual((await statementOf(alice, YEAR())).lines);
  });
});

describe('the days of a statement', () => {
  it('are those from the opening of the account until today [STM-7]', async () => {
    const opened = dayAgo(OPENED_DAYS_AGO);
    expect(await statementOf(alice, YEAR())).toMatchObject({ from: opened, to: today() });
    const later = `from=${dayAgo(1)}&to=${addDays(today(), 40)}`;
    expect(await statementOf(alice, later)).toMatchObject({ from: dayAgo(1), to: today() });
    const thisMonth = today().slice(0, 7);
    expect(await statementOf(alice, `month=${thisMonth}`)).toMatchObject({ to: today() });
    const { headers } = await fileOf(alice, `/api/statements.pdf?month=${opened.slice(0, 7)}`);
    expect(headers.get('content-disposition')).toContain(`moniker-statement-${opened}-to-`);
  });

  it('are refused if all are before the account was opened or all are in the future [STM-7]', async () => {
    const tomorrow = addDays(today(), 1);
    const early = addDays(dayAgo(OPENED_DAYS_AGO), -1);
    for (const [range, message] of [
      [`from=${tomorrow}&to=${tomorrow}`, "This period hasn't started yet"],
      ['month=2020-02', 'Your account was opened after this period'],
      [`from=${early}&to=${early}`, 'Your account was opened after this period'],
    ]) {
      for (const path of ['statements', 'statements.csv', 'statements.pdf']) {
        const { status, body } = await alice.get<ApiErrorBody>(`/api/${path}?${range}`);
        expect([path, range, status, body.message]).toEqual([path, range, 400, message]);
      }
    }
  });
});

describe('a reversed transfer', () => {
  it('has two lines on a statement; the second refunds the fee, and refunded fees have their own total [STM-1, STM-3]', async () => {
    const before = await statementOf(bob, YEAR());
    const { body: transfer } = await requestTransfer(bob, { amount: 100, recipientName: '=cmd|"x", Zoë' });
    for (const status of ['completed', 'failed']) {
      await admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status });
    }
    const after = await statementOf(bob, YEAR());
    expectAddsUp(after);
    expect(after.closingCents).toBe(before.closingCents);
    const { moneyInCents, moneyOutCents, feesCents, refundedFeesCents } = before.totals;
    expect(after.totals).toMatchObject({
      moneyInCents: moneyInCents + 10_000,
      moneyOutCents: moneyOutCents - 10_000,
      feesCents: feesCents + 200,
      refundedFeesCents: refundedFeesCents + 200,
    });
    const pdf = textOfPdf((await fileOf(bob, `/api/statements.pdf?${YEAR()}`)).bytes).flat();
    expect(pdf.slice(pdf.findIndex((line) => line.startsWith('Money in')))).toEqual([
      expect.stringMatching(/^Money in \|/),
      `Refunded fees (part of money in) | ${after.totals.refundedFees}`,
      expect.stringMatching(/^Money out \|/),
      `Fees (part of money out) | ${after.totals.fees}`,
      ...pdf.slice(pdf.findIndex((line) => line.startsWith('Closing balance'))),
    ]);
    expect(after.lines.slice(-2)).toMatchObject([
      { kind: 'transfer', amountCents: -10_000, feeCents: 200, transactionId: transfer.id },
      {
        kind: 'reversal',
        amountCents: 10_000,
        feeCents: -200,
        description: 'Reversal: Transfer to =cmd|"x", Zoë',
      },
    ]);
  });
});

describe('the CSV of a statement', () => {
  it('contains the same lines as the JSON [STM-4]', async () => {
    const userId = await userIdOf(bob);
    const credit = { userId, type: 'credit', amount: 1.05, description: '=HYPERLINK("http://x";1), or so' };
    expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    const statement = await statementOf(bob, YEAR());
    const { headers, bytes } = await fileOf(bob, `/api/statements.csv?${YEAR()}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="moniker-statement-${dayAgo(OPENED_DAYS_AGO)}-to-${today()}.csv"`,
    );
    const [header, ...rows] = parseCsv(bytes.toString('utf8').replace(/^\ufeff/, ''));
    expect(header).toEqual([
      'Date (America/New_York)',
      'Posted at (UTC)',
      'Description',
      'Type',
      'Amount (USD)',
      'Fee included (USD)',
      'Balance after (USD)',
      'Transaction ID',
    ]);
    const cents = (cell = '') => Math.round(Number(cell) * 100);
    expect(
      rows.map(([date, at, description = '', kind, amount, fee, balance, transactionId]) => ({
        date,
        at,
        description: description.replace(/^'(?==)/, ''),
        kind,
        amountCents: cents(amount),
        feeCents: cents(fee),
        balanceAfterCents: cents(balance),
        transactionId,
      })),
    ).toEqual(
      statement.lines.map(
        ({ date, at, description, kind, amountCents, feeCents, balanceAfterCents, transactionId }) => ({
          ...{
            date,
            at,
            description,
            kind: POSTING_KIND_NAMES[kind as PostingKind],
            amountCents,
            feeCents,
            balanceAfterCents,
            transactionId,
          },
        }),
      ),
    );
    expect(bytes.toString('utf8')).toContain(`,"'=HYPERLINK(""http://x"";1), or so",Credit,1.05,`);
  });
});

describe('the PDF', () => {
  it('of a statement has the sums, a line for each posting, and numbered pages [STM-5]', async () => {
    const statement = await statementOf(alice, YEAR());
    const { headers, bytes } = await fileOf(alice, `/api/statements.pdf?${YEAR()}`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="moniker-statement-${dayAgo(OPENED_DAYS_AGO)}-to-${today()}.pdf"`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const [page = []] = textOfPdf(bytes);
    expect(page.slice(0, 2)).toEqual(['Moniker', 'Account statement']);
    expect(page).toContain('Account 482915306');
    expect(page).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Opening balance | $0.00'),
        'Money in | +$7,400.00',
        'Money out | −$1,742.49',
        'Fees (part of money out) | $34.85',
        'Closing balance | $5,657.51',
        expect.stringMatching(/Transfer to Maple Street Homes \| −\$1,479\.59 \| \$1,020\.41$/),
        expect.stringMatching(/Salary \| \+\$2,450\.00 \| \$5,657\.51$/),
        expect.stringContaining('Days and times are in New York time · Generated '),
        expect.stringMatching(/Page 1 of 1$/),
      ]),
    );
    expect(page.filter((line) => /^\w{3} \d+, \d{4} \|/.test(line))).toHaveLength(statement.lines.length + 2);
  });

  it('of an empty statement says that nothing was posted [STM-5]', async () => {
    const { bytes } = await fileOf(alice, `/api/statements.pdf?from=${dayAgo(5)}&to=${dayAgo(5)}`);
    expect(textOfPdf(bytes)[0]).toContain('No activity in this period.');
  });

  it('of a receipt has the amount, recipient, fee, and the dates of the request and the posting [TXN-9]', async () => {
    const { body: transfer } = await requestTransfer(alice, { amount: 200, recipientName: 'Łucja Дмитрий' });
    const path = `/api/transactions/${transfer.id}/receipt`;
    const waiting = textOfPdf((await fileOf(alice, path)).bytes)
      .flat()
      .join('\n');
    expect(waiting).toContain('Transaction details');
    expect(waiting).toContain('Pending review; not completed');
    expect(waiting).not.toContain('Balance after');
    // Moves the request two days back, so the receipt shows two different dates.
    await query(
      database.superUrl,
      `update ledger_transaction set created_at = created_at - interval '2 days' where transaction_id = $1`,
      [transfer.id],
    );

    await admin.put(`/api/admin/transfer-requests/${transfer.id}`, { status: 'approved' });
    const { headers, bytes } = await fileOf(alice, path);
    expect(headers.get('content-disposition')).toBe(`inline; filename="moniker-receipt-${today()}.pdf"`);
    const text = textOfPdf(bytes).flat().join('\n');
    const { totalBalanceCents } = await summaryOf(alice);
    const [posting] = (await statementOf(alice, `from=${today()}&to=${today()}`)).lines.slice(-1);
    const posted = bankTimeText(posting?.at ?? '');
    expect(posting?.transactionId).toBe(transfer.id);
    const { createdAt } = (await alice.get<{ createdAt: string }>(`/api/transactions/${transfer.id}`)).body;
    for (const part of [
      'Receipt',
      '$200.00',
      'Completed',
      'From | Alice Moreno, account 482915306',
      'account 310447825, routing 021000021',
      'Purpose | Grocery box',
      'Fee | $4.00, included in the amount',
      `Requested | ${bankTimeText(createdAt)}`,
      `Posted | ${posted}`,
      'Recipient gets | $196.00',
      `Balance after | $${(totalBalanceCents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
      `Transaction ID | ${transfer.id}`,
    ]) {
      expect(text.replaceAll(NARROW_SPACE, ' ')).toContain(part);
    }
    expect(text.replaceAll(' | ', '')).toContain('ToŁucja Дмитрий');
  });

  it('of a reversed transaction says where the money went [TXN-9]', async () => {
    const received = { userId: await userIdOf(alice), amount: 45, fromAccount: 'Oakline LLC' };
    const { body: payment } = await admin.post<{ id: string }>('/api/admin/incoming-payments', received);
    const { body: transfer } = await requestTransfer(alice, { amount: 75.25 });
    const receiptAfter = async (path: string, id: string, ...statuses: string[]) => {
      for (const status of statuses) await admin.put(`/api/admin/${path}/${id}`, { status });
      return textOfPdf((await fileOf(alice, `/api/transactions/${id}/receipt`)).bytes).flat();
    };
    expect(await receiptAfter('incoming-payments', payment.id, 'completed', 'failed')).toContain(
      'Reversed; $45.00 was taken out of your account',
    );
    expect(await receiptAfter('transfer-requests', transfer.id, 'completed', 'pending')).toContain(
      'Reversed; $75.25 is back in your account, on hold',
    );
    expect(await receiptAfter('transfer-requests', transfer.id, 'failed')).toContain(
      'Reversed; $75.25 is back in your account',
    );
  });

  it('of a receipt or a statement shows names in other scripts, or says that some letters can’t be shown [STM-5, STM-20]', async () => {
    const paid = async (recipientName: string) => {
      const { body } = await requestTransfer(alice, { amount: 10, recipientName });
      await admin.put(`/api/admin/transfer-requests/${body.id}`, { status: 'approved' });
      return textOfPdf((await fileOf(alice, `/api/transactions/${body.id}/receipt`)).bytes).flat();
    };
    expect((await paid('王小明')).join().replaceAll(' | ', '')).toContain('To王小明');
    const receipt = await paid('ሰላም');
    expect(receipt).toContain(
      'Description | Transfer, account ending 7825 (some letters can’t be shown in this file)',
    );
    expect(receipt.join('\n')).toContain(
      'To | Recipient (some letters can’t be shown in this file), account 310447825',
    );
    const statement = textOfPdf((await fileOf(alice, `/api/statements.pdf?${YEAR()}`)).bytes)
      .flat()
      .join('\n');
    expect(statement).toContain('Transfer, account ending 7825 (some letters can’t be');
    expect(statement.replaceAll(' | ', '')).toContain('Transfer to 王小明');
  });
});

interface LedgerPosition {
  position: number;
  hash: string;
  recordedAt: string;
}

interface Explanation {
  at: string;
  totalCents: number;
  heldCents: number;
  availableCents: number;
  groups: { kind: string; sumCents: number; count: number; items: { amountCents: number }[] }[];
  holds: { amountCents: number; description: string }[];
  entries: { amountCents: number; balanceAfterCents: number }[];
  computedUpTo: LedgerPosition | null;
}

async function explain(client: HttpClient, at?: string): Promise<Explanation> {
  const search = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
  const { status, body } = await client.get<Explanation>(`/api/account/explanation${search}`);
  expect(status).toBe(200);
  const sum = (parts: { amountCents: number }[]) => parts.reduce((all, part) => all + part.amountCents, 0);
  expect(body.groups.reduce((all, group) => all + group.sumCents, 0)).toBe(body.totalCents);
  for (const group of body.groups) {
    expect(group.count).toBe(group.items.length);
    expect(sum(group.items)).toBe(group.sumCents);
  }
  expect(sum(body.holds)).toBe(body.heldCents);
  expect(body.availableCents).toBe(body.totalCents - body.heldCents);
  return body;
}

/** Returns the last event in the log up to the end of a bank day. */
async function lastEventOfDay(log: TestDatabase, day = today()): Promise<LedgerPosition | undefined> {
  const events = await query<{ position: string; hash: Buffer; recorded_at: Date }>(
    log.superUrl,
    `select position, hash, recorded_at from ledger_event
     where (recorded_at at time zone 'America/New_York')::date <= $1::date order by position desc limit 1`,
    [day],
  );
  return events.map(({ position, hash, recorded_at }) => ({
    position: Number(position),
    hash: hash.toString('hex'),
    recordedAt: recorded_at.toISOString(),
  }))[0];
}

describe('a balance explanation', () => {
  it('has the total and the holds of the account [ACC-10]', async () => {
    const explanation = await explain(bob);
    const { totalBalanceCents, pendingBalanceCents, availableBalanceCents } = await summaryOf(bob);
    expect(explanation).toMatchObject({
      totalCents: totalBalanceCents,
      heldCents: pendingBalanceCents,
      availableCents: availableBalanceCents,
    });
    expect(explanation.holds).toMatchObject([
      { amountCents: 150_000, description: 'Transfer to Northwheel Parts' },
    ]);
  });

  it('names the last event that it includes, and has a running balance that ends at the total [ACC-11]', async () => {
    const now = await explain(alice);
    expect(now.computedUpTo).toEqual(await lastEventOfDay(database));
    expect(now.entries[0]?.balanceAfterCents).toBe(now.totalCents);
    now.entries.slice(1).forEach(({ balanceAfterCents }, index) => {
      const { balanceAfterCents: nextCents = 0, amountCents = 0 } = now.entries[index] ?? {};
      expect(balanceAfterCents).toBe(nextCents - amountCents);
    });
    expect((await explain(alice, dayAgo(24))).computedUpTo).toEqual(
      await lastEventOfDay(database, dayAgo(24)),
    );
    expect((await explain(alice, '2020-05-05')).computedUpTo).toBeNull();
  });

  it('is available for the end of a past bank day [ACC-11]', async () => {
    expect(await explain(alice, dayAgo(24))).toMatchObject({ totalCents: 93_401, heldCents: 0 });
    expect(await explain(alice, '2020-05-05')).toMatchObject({ totalCents: 0, groups: [] });
    expect((await explain(alice, today())).totalCents).toBe((await summaryOf(alice)).totalBalanceCents);
  });

  it('adds up at random times in a random history [ACC-12]', async () => {
    const random = seeded(20_261_120);
    const userId = await userIdOf(bob);
    await setAvailableBalance(admin, bob, 500_000);
    const ids: string[] = [];
    for (let step = 0; step < 60; step += 1) await randomStep(random, userId, ids);

    const times = await query<{ at: Date }>(
      database.superUrl,
      `select distinct recorded_at as at from ledger_event where stream = 'account:' || $1 order by at`,
      [userId],
    );
    expect(times.length).toBeGreaterThan(40);
    for (let probe = 0; probe < 15; probe += 1) {
      const time = times[Math.floor(random() * times.length)]?.at ?? new Date();
      const explanation = await explain(bob, time.toISOString());
      expect(explanation.totalCents).toBe(await balanceFromLog(database, userId, { time }));
    }
    const { totalBalanceCents, pendingBalanceCents } = await summaryOf(bob);
    expect(await explain(bob)).toMatchObject({
      totalCents: totalBalanceCents,
      heldCents: pendingBalanceCents,
    });
    expectAddsUp(await statementOf(bob, YEAR()));
  });
});

/** Performs a random action on Bob's account. A refusal is fine. */
async function randomStep(random: () => number, userId: string, ids: string[]): Promise<void> {
  const amount = Math.ceil(random() * 9_000) / 100;
  const choice = random();
  if (choice < 0.35 || ids.length === 0) {
    const { status, body } = await requestTransfer(bob, { amount });
    if (status === 201) ids.push(body.id);
  } else if (choice < 0.5) {
    const credit = { userId, type: 'credit', amount, description: 'Random credit' };
    ids.push((await admin.post<{ id: string }>('/api/admin/transactions', credit)).body.id);
  } else if (choice < 0.55) {
    await setAvailableBalance(admin, bob, Math.round(amount * 100) + 300_000);
  } else {
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    const statuses = ['completed', 'completed', 'failed', 'pending', 'processing', 'cancelled'];
    const status = statuses[Math.floor(random() * statuses.length)];
    await admin.put(`/api/admin/transactions/${id}`, { status });
  }
}

/** Returns a seeded random number generator for numbers between 0 and 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the daily balance history', () => {
  it('has the balance at the end of each bank day, as in the log [ACC-13]', async () => {
    const { body } = await alice.get<{ timeZone: string; points: { date: string; totalCents: number }[] }>(
      '/api/account/balance-history?days=40',
    );
    expect(body.points.map(({ date }) => date)).toEqual(
      // Counts calendar days, because a day with a clock change does not have 24 hours.
      Array.from({ length: 40 }, (_, index) => addDays(today(), index - 39)),
    );
    const id = await userIdOf(alice);
    for (const { date, totalCents } of body.points) {
      expect([date, totalCents]).toEqual([date, await balanceFromLog(database, id, { day: date })]);
    }
    expect(body.points[0]?.totalCents).toBe(0);
    expect(body.points.at(-1)?.totalCents).toBe((await summaryOf(alice)).totalBalanceCents);
    const { body: usual } = await alice.get<{ points: unknown[] }>('/api/account/balance-history');
    expect(usual.points).toHaveLength(30);
  });
});

describe('a statement request', () => {
  it.each([
    ['/api/statements', 'from'],
    ['/api/statements?from=2026-01-01', 'from'],
    ['/api/statements?month=2026-01&from=2026-01-01', 'month'],
    ['/api/statements?month=2026-13', 'month'],
    ['/api/statements?month=', 'month'],
    ['/api/statements?from=2026-02-30&to=2026-03-01', 'from'],
    ['/api/statements?from=2026-03-02&to=2026-03-01', 'from'],
    ['/api/statements?from=2025-01-01&to=2026-01-02', 'from'],
    ['/api/statements?from=1/1/2026&to=2026-01-02', 'from'],
    ['/api/statements?from=2026-01-01&from=2026-01-02&to=2026-01-03', 'from'],
    ['/api/statements?from=2026-01-01&to=2026-01-03&userId=1', 'userId'],
    ['/api/statements.csv?month=january', 'month'],
    ['/api/transactions.csv?status=paid', 'status'],
    ['/api/transactions.csv?cursor=5', 'cursor'],
    ['/api/transactions.csv?from=2026-02-02&to=2026-02-01', 'from'],
    ['/api/statements.pdf?from=now&to=2026-01-01', 'from'],
    ['/api/account/explanation?at=yesterday', 'at'],
    ['/api/account/explanation?at=2026-02-30', 'at'],
    ['/api/account/explanation?at=2026-02-30T10:00:00Z', 'at'],
    ['/api/account/explanation?at=2026-02-20T25:00:00Z', 'at'],
    ['/api/account/explanation?at=2026-02-20T10:00:00', 'at'],
    ['/api/account/balance-history?days=0', 'days'],
    ['/api/account/balance-history?days=367', 'days'],
    ['/api/account/balance-history?days=1e1', 'days'],
  ])('is refused if it is invalid: %s [ACC-13, STM-1]', async (path, field) => {
    const { status, body } = await alice.get<ApiErrorBody>(path);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: expect.arrayContaining([field]) });
  });

  it('is refused without a session', async () => {
    const anonymous = new HttpClient(bank.api.baseUrl);
    for (const path of [
      'statements',
      'statements.pdf',
      'statements.csv',
      'transactions.csv',
      'account/explanation',
    ]) {
      expect((await anonymous.get(`/api/${path}?month=2026-01`)).status).toBe(401);
    }
  });
});

describe("an admin's balance edit", () => {
  it.each([
    ['raises', 600_000],
    ['lowers', 550_000],
  ])(
    'that %s the balance is shown as an adjustment in the details, the statement and the explanation [WORD-2]',
    async (_, cents) => {
      await setAvailableBalance(admin, bob, cents);
      const { lines } = await statementOf(bob, YEAR());
      const { kind, transactionId } = lines.at(-1) ?? {};
      expect(kind).toBe('adjustment');
      const details = await bob.get<{ kind: string }>(`/api/transactions/${transactionId}`);
      expect(details.body.kind).toBe('adjustment');
      const receipt = textOfPdf(
        (await fileOf(bob, `/api/transactions/${transactionId}/receipt`)).bytes,
      ).flat();
      expect(receipt).toContain(formatCents(lines.at(-1)?.amountCents ?? 0, true));
      expect(receipt).toContainEqual(expect.stringMatching(/^Account \| Bob's Bikes LLC, \d{9}$/));
      expect(receipt.join('\n')).not.toMatch(/^(Requested|From|To) \|/m);
      expect((await explain(bob)).groups.map((group) => group.kind)).toContain('adjustments');
    },
  );
});
