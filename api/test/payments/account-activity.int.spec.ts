import { describe, expect, it } from '@jest/globals';
import { statementOf, today } from './history.fixtures.js';
import { requestTransfer, summaryOf, userIdOf } from './money.fixtures.js';
import { type HttpClient, query, useBank } from '../harness/index.js';

interface MonthSums {
  month: string;
  to: string;
  moneyInCents: number;
  moneyOutCents: number;
  netCents: number;
}

interface Activity {
  totalCents: number;
  openedAt: string;
  transactions: { credits: number; debits: number; total: number; averageCents: number };
  entries: { transactionId: string | null; at: string; amountCents: number }[];
  thisMonth: MonthSums;
  lastMonth: MonthSums | null;
  lastMonthToDate: MonthSums | null;
}

const bank = useBank();

async function activityOf(client: HttpClient): Promise<Activity> {
  const { status, body } = await client.get<Activity>('/api/account/activity');
  expect(status).toBe(200);
  return body;
}

describe('the activity of an account', () => {
  it('has the settled entries, newest first, but not pending or failed transfers [ANA-7]', async () => {
    const { alice, admin } = bank;
    const before = await activityOf(alice);
    expect(before.totalCents).toBe((await summaryOf(alice)).totalBalanceCents);
    expect(before.entries.map(({ amountCents }) => amountCents)).toEqual([
      ...[245_000, -12_000, -2_450, 245_000, -3_200, -8_640, -147_959, 245_000, 5_000],
    ]);

    const { body: failed } = await requestTransfer(alice, { amount: 40 });
    await admin.put(`/api/admin/transfer-requests/${failed.id}`, { status: 'failed' });
    const { body: settled } = await requestTransfer(alice, { amount: 30 });
    expect(await activityOf(alice)).toEqual(before);
    await admin.put(`/api/admin/transfer-requests/${settled.id}`, { status: 'completed' });
    const after = await activityOf(alice);
    expect(after.entries).toMatchObject([
      { transactionId: settled.id, amountCents: -3_000 },
      ...before.entries,
    ]);
    expect(after.totalCents).toBe(before.totalCents - 3_000);
  });

  it('counts all settled transactions, even if there are more than a list shows [ANA-3]', async () => {
    const { bob, admin, database } = bank;
    const { transactions: before } = await activityOf(bob);
    const userId = await userIdOf(bob);
    const credit = { userId, type: 'credit', amount: 30, description: 'Deposit' };
    for (let count = 0; count < 101; count += 1) {
      expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    }
    await requestTransfer(bob, { amount: 1 });
    const { transactions } = await activityOf(bob);
    const credits = before.credits + 101;
    expect(transactions).toMatchObject({ credits, debits: before.debits, total: credits + before.debits });
    const [sums] = await query<{ average: string }>(
      database.superUrl,
      `select round(sum(abs((case type when 'BalanceAdjusted' then data ->> 'deltaCents' else data ->> 'amountCents' end)::bigint))
          / $2) as average
        from (select type, payload::json as data from ledger_event) event
          join ledger_transaction t on t.transaction_id = (data ->> 'transactionId')::uuid
        where t.account_id = $1 and t.status = 'completed' and type in
          ('TransferRequested', 'IncomingPaymentCreated', 'CreditRecorded', 'BalanceAdjusted')`,
      [userId, transactions.total],
    );
    expect(transactions.averageCents).toBe(Number(sums?.average));
  });

  it("matches the totals of this month's and last month's statements [ANA-8]", async () => {
    const { bob, admin } = bank;
    const credit = { userId: await userIdOf(bob), type: 'credit', amount: 12, description: 'Deposit' };
    expect((await admin.post('/api/admin/transactions', credit)).status).toBe(201);
    const { thisMonth, lastMonth, lastMonthToDate } = await activityOf(bob);
    expect([thisMonth.month, thisMonth.to]).toEqual([today().slice(0, 7), today()]);
    // The demo customers joined 34 days ago, so their accounts were already open on the same day of last month.
    for (const sums of [thisMonth, lastMonth, lastMonthToDate]) {
      if (sums === null) throw new Error('no sums for last month');
      const { moneyInCents, moneyOutCents, netCents, month, to } = sums;
      expect(netCents).toBe(moneyInCents + moneyOutCents);
      const { totals } = await statementOf(bob, `from=${month}-01&to=${to}`);
      expect(totals).toMatchObject({ moneyInCents, moneyOutCents });
    }
    expect((lastMonthToDate?.to ?? '') <= (lastMonth?.to ?? '')).toBe(true);
  });
});

describe('the history of a category', () => {
  it('lists its transactions; “other” includes those without a category [ANA-5]', async () => {
    const { alice } = bank;
    const listOf = async (category: string) => {
      const path = `/api/transactions?status=completed&type=outgoing&category=${category}`;
      const { body } = await alice.get<{ items: { category: string | null }[]; total: number }>(path);
      return body.items.map((item) => item.category);
    };
    expect(await listOf('bills')).toEqual(['bills']);
    const all = await listOf('all');
    const other = all.filter((category) => category === null || category === 'other');
    expect(await listOf('other')).toEqual(other);
    expect((await alice.get('/api/transactions?category=lottery')).status).toBe(400);
  });
});
