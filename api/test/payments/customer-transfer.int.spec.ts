import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SYSTEM_ACCOUNTS } from '../../src/ledger/domain/accounts.js';
import { withAuditConnection } from '../../src/ledger/log/audit-connection.js';
import { movementsAround } from '../../src/ledger/reports/settlement-movements.js';
import { bankDayOf } from '../../src/platform/time/bank-day.js';
import {
  approve,
  close,
  newestProposal,
  POLICY,
  PROPOSALS,
  PROPOSED,
  STRICT,
} from '../admin/approvals.fixtures.js';
import { newAdmin, newCustomer } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, runCli, signIn, startApi, useMailingBank } from '../harness/index.js';
import {
  type ApiErrorBody,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  type Transfer,
  userIdOf,
} from './money.fixtures.js';

const bank = useMailingBank();
const { admin, alice, bob, database } = bank;
let aliceId: string;
let bobId: string;

type Numbers = Readonly<Record<'recipientAccount' | 'recipientRouting', string>>;

interface AdminTransfer extends Transfer {
  readonly recipientId: string | null;
  readonly recipientMoniker: string | null;
  readonly isRecipientUnknown: boolean;
}

interface Line {
  readonly id: string;
  readonly description: string;
  readonly status: string;
  readonly amountCents: number;
}

interface Detail extends Line {
  readonly fromAccount: string | null;
  readonly timeline: readonly { readonly title: string; readonly text: string }[];
}

async function numbersOf(userId: string): Promise<Numbers> {
  const [numbers] = await query<{ recipientAccount: string; recipientRouting: string }>(
    database.superUrl,
    `select account_number as "recipientAccount", routing_number as "recipientRouting" from account_request
      where user_id = $1 and status = 'approved'`,
    [userId],
  );
  if (numbers === undefined) throw new Error('no account number is assigned');
  return numbers;
}

/** Gives a new customer or admin an account with a number. Returns their user id. */
async function withNumber(client: HttpClient): Promise<string> {
  const userId = await userIdOf(client);
  const id = await requestAccount(database, userId);
  const { status } = await admin.put(`/api/admin/account-requests/${id}`, { status: 'approved' });
  expect(status).toBe(200);
  return userId;
}

async function requested(from: HttpClient, toId: string, amount: number): Promise<string> {
  const { status, body } = await requestTransfer(from, { ...(await numbersOf(toId)), amount });
  expect([status, body.message]).toEqual([201, undefined]);
  return body.id;
}

const decide = (id: string, status: string, by: HttpClient = admin, key?: string) =>
  by.put<AdminTransfer & ApiErrorBody>(
    `/api/admin/transfer-requests/${id}`,
    { status, adminNotes: 'Checked' },
    { headers: key === undefined ? {} : { 'idempotency-key': key } },
  );

/** Returns the id of the payment that the recipient of a transfer gets. */
async function paymentOf(transferId: string): Promise<string> {
  const [payment] = await query<{ id: string }>(
    database.superUrl,
    `select transaction_id as id from ledger_transaction where pair_id = $1 and kind = 'incoming_payment'`,
    [transferId],
  );
  if (payment === undefined) throw new Error('the transfer has paid nobody');
  return payment.id;
}

async function postedCentsOf(account: keyof typeof SYSTEM_ACCOUNTS): Promise<number> {
  const [row] = await query<{ cents: string }>(
    database.superUrl,
    'select posted_cents as cents from ledger_account where account_id = $1',
    [SYSTEM_ACCOUNTS[account]],
  );
  return Number(row?.cents);
}

interface Report {
  readonly ok: boolean;
  readonly findings: readonly unknown[];
}

async function verify(): Promise<Report> {
  return JSON.parse((await runCli(['verify', '--json'], { database })).stdout) as Report;
}

beforeAll(async () => {
  [aliceId, bobId] = [await userIdOf(alice), await userIdOf(bob)];
});

beforeEach(async () => {
  for (const client of [alice, bob]) {
    await setAvailableBalance(admin, client, 1_000_00);
  }
});

describe('a transfer to another customer', () => {
  it('pays the customer only once, on completion, and names the sender [TRF-61, TRF-62, TRF-70]', async () => {
    const [sender, recipient, settled] = [
      await summaryOf(alice),
      await summaryOf(bob),
      await postedCentsOf('settlement'),
    ];
    const id = await requested(alice, bobId, 200);
    expect(await summaryOf(bob)).toEqual(recipient);

    const key = randomUUID();
    const { status, body } = await decide(id, 'approved', admin, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      recipientId: bobId,
      recipientMoniker: 'bobs_bikes',
      isRecipientUnknown: false,
    });
    expect((await decide(id, 'approved', admin, key)).status).toBe(200);
    expect((await summaryOf(alice)).totalBalanceCents).toBe(sender.totalBalanceCents - 200_00);
    expect((await summaryOf(bob)).availableBalanceCents).toBe(recipient.availableBalanceCents + 196_00);
    expect(await postedCentsOf('settlement')).toBe(settled);

    const paymentId = await paymentOf(id);
    const { body: lines } = await bob.get<Line[]>('/api/transactions/recent');
    expect(lines.find((line) => line.id === paymentId)).toMatchObject({
      description: 'Payment from $alice',
      status: 'completed',
      amountCents: 196_00,
    });
    const { body: detail } = await bob.get<Detail>(`/api/transactions/${paymentId}`);
    expect(detail.fromAccount).toBe('$alice');
    expect(detail.timeline).toMatchObject([
      { title: 'Payment received', text: '$196.00 arrived from $alice and was added to your account.' },
    ]);
    const found = await bob.get<{ items: Line[] }>('/api/transactions?search=alice');
    expect(found.body.items.map((one) => one.id)).toContain(paymentId);
    const { body: notified } = await bob.get<{ items: { text: string }[] }>('/api/notifications');
    expect(notified.items[0]?.text).toContain('$alice');
    const today = bankDayOf(new Date(), 'America/New_York');
    const { body: statement } = await bob.get<{ lines: Line[] }>(`/api/statements?from=${today}&to=${today}`);
    expect(statement.lines.map(({ description }) => description)).toContain('Payment from $alice');
    const mail = await bank.mail.waitForMail('bob@moniker.example', ({ text }) => text.includes('$196.00'));
    expect(mail.text).toContain('$alice');
    const receipt = await bob.get(`/api/transactions/${paymentId}/receipt`);
    expect(receipt.status).toBe(200);
    expect((await payloadsOf(id)).join()).not.toMatch(/alice|bob/i);
    const outside = await withAuditConnection(database.auditorUrl, (sql) =>
      movementsAround(sql, { from: today, to: today }, 'America/New_York'),
    );
    const halves = outside.filter(({ transactionId }) => [id, paymentId].includes(transactionId));
    expect([outside.length > 0, halves]).toEqual([true, []]);
    expect((await verify()).ok).toBe(true);
  });

  it('takes the money back when reversed; if the recipient has too little, says how much is missing [TRF-67]', async () => {
    const recipient = await summaryOf(bob);
    const id = await requested(alice, bobId, 100);
    await decide(id, 'completed');
    await setAvailableBalance(admin, bob, 40_00);
    const short = await decide(id, 'failed');
    expect(short.status).toBe(409);
    expect(short.body).toMatchObject({
      code: 'RECIPIENT_SHORT',
      message:
        "The recipient is $58.00 short, so this transfer can't be reversed. To cover it, raise their balance by $58.00 first",
    });
    const before = await postedCentsOf('adjustments');
    await setAvailableBalance(admin, bob, 40_00 + 58_00);
    expect((await decide(id, 'failed')).status).toBe(200);
    expect((await summaryOf(bob)).availableBalanceCents).toBe(0);
    expect(await postedCentsOf('adjustments')).toBe(before - 58_00);
    await setAvailableBalance(admin, bob, recipient.availableBalanceCents);
    const { body: detail } = await bob.get<Detail>(`/api/transactions/${await paymentOf(id)}`);
    expect(detail.timeline.at(-1)).toMatchObject({ title: 'Payment reversed' });
    expect((await verify()).ok).toBe(true);
  });

  it('does not let the recipient’s payment be changed separately [TRF-66]', async () => {
    const id = await requested(alice, bobId, 10);
    await decide(id, 'completed');
    const payment = await paymentOf(id);
    const calls = [
      admin.put<ApiErrorBody>(`/api/admin/incoming-payments/${payment}`, { status: 'failed' }),
      admin.put<ApiErrorBody>(`/api/admin/incoming-payments/${payment}`, {
        ...{ status: 'completed', created_at: '2026-01-01T00:00:00.000Z' },
      }),
      admin.put<ApiErrorBody>(`/api/admin/transactions/${payment}`, { status: 'pending', adminNotes: 'No' }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      expect([status, body.code]).toEqual([409, 'PAIRED']);
      expect(body.message).toBe(
        "This payment comes from another customer's transfer. Decide on that transfer instead",
      );
    }
  });

  it("is refused if the account is the sender's own [TRF-65]", async () => {
    const { status, body } = await requestTransfer(alice, await numbersOf(aliceId));
    expect([status, body.code]).toEqual([422, 'OWN_RECIPIENT']);
    expect(body.message).toBe("You can't send money to your own account");
  });

  it('looks to the sender like a transfer to an account number that no customer has; only admins see the difference [TRF-69]', async () => {
    const unknown = await requestTransfer(alice, {
      recipientAccount: '999999998',
      recipientRouting: '021000021',
    });
    const known = await requestTransfer(alice, await numbersOf(bobId));
    expect(unknown.status).toBe(201);
    expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body));
    const { body } = await admin.get<{ items: AdminTransfer[] }>('/api/admin/transfer-requests');
    const flags = (id: string) => {
      const { recipientId, isRecipientUnknown } = body.items.find((one) => one.id === id) ?? {};
      return { recipientId, isRecipientUnknown };
    };
    expect(flags(unknown.body.id)).toEqual({ recipientId: null, isRecipientUnknown: true });
    expect(flags(known.body.id)).toEqual({ recipientId: bobId, isRecipientUnknown: false });
  });

  it('cannot be completed once the recipient’s account is closed [TRF-68]', async () => {
    const carol = await newCustomer(bank.api.baseUrl, database);
    const carolId = await withNumber(carol);
    const id = await requested(alice, carolId, 10);
    expect((await admin.delete(`/api/admin/users/${carolId}`)).status).toBe(204);
    const refused = await decide(id, 'completed');
    expect([refused.status, refused.body.message]).toEqual([
      ...[409, "The recipient's account here is closed. Reject this transfer"],
    ]);
    expect((await decide(id, 'rejected')).status).toBe(200);
  });

  it('names “a former customer” as the sender once the sender is deleted [TRF-70]', async () => {
    const dan = await newCustomer(bank.api.baseUrl, database);
    const danId = await withNumber(dan);
    await setAvailableBalance(admin, dan, 20_00);
    const id = await requested(dan, bobId, 20);
    await decide(id, 'completed');
    expect((await admin.delete(`/api/admin/users/${danId}`)).status).toBe(204);
    const { body } = await bob.get<Detail>(`/api/transactions/${await paymentOf(id)}`);
    expect(body.description).toBe('Payment from a former customer');
    const file = await admin.get<string>('/api/admin/incoming-payments.csv');
    expect(file.body).toContain(',Former customer,');
  });

  it('cannot be decided by an admin whom it pays [TRF-64]', async () => {
    const other = await newAdmin(bank.api.baseUrl, database);
    const otherId = await withNumber(other);
    const id = await requested(alice, otherId, 10);
    const own = { status: 422, body: { code: 'OWN_TRANSFER' } };
    expect(await decide(id, 'completed', other)).toMatchObject(own);
    const { body: queue } = await other.get<{ items: { id: string }[] }>(
      '/api/admin/work-queue?kind=transfer',
    );
    expect(queue.items.map((one) => one.id)).not.toContain(id);
    expect((await decide(id, 'completed')).status).toBe(200);
  });

  it('is treated like a transfer to another bank if it was requested while CUSTOMER_TRANSFERS was off, even if the setting is on when it completes [LED-80]', async () => {
    const before = await startApi({ database, env: { CUSTOMER_TRANSFERS: 'off' } });
    try {
      const sender = await signIn(before.baseUrl, 'alice');
      const [recipient, settled] = [await summaryOf(bob), await postedCentsOf('settlement')];
      const id = await requested(sender, bobId, 50);
      expect((await decide(id, 'completed')).body).toMatchObject({
        recipientId: null,
        isRecipientUnknown: true,
      });
      expect(await summaryOf(bob)).toEqual(recipient);
      expect(await postedCentsOf('settlement')).toBe(settled + 49_00);
      const [versions] = await query<{ versions: number[] }>(
        database.superUrl,
        `select array_agg(payload_version order by position) as versions from ledger_event
          where payload like '%' || $1 || '%'`,
        [id],
      );
      expect(versions?.versions).toEqual([2, 1, 1]);
    } finally {
      await before.stop();
    }
  });

  it('keeps balances exact when several such transfers complete concurrently, in both directions [TRF-62]', async () => {
    const before = [await summaryOf(alice), await summaryOf(bob)];
    const ids = await Promise.all([
      ...[1, 2, 3].map(() => requested(alice, bobId, 100)),
      ...[1, 2].map(() => requested(bob, aliceId, 50)),
    ]);
    const outcomes = await Promise.all(ids.map((id) => decide(id, 'completed')));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [sender, recipient] = [await summaryOf(alice), await summaryOf(bob)];
    expect(sender.totalBalanceCents).toBe((before[0]?.totalBalanceCents ?? 0) - 300_00 + 2 * 49_00);
    expect(recipient.totalBalanceCents).toBe((before[1]?.totalBalanceCents ?? 0) - 100_00 + 3 * 98_00);
    expect((await verify()).ok).toBe(true);
  });
});

/** The payloads of all events that contain a transfer's id. */
async function payloadsOf(id: string): Promise<string[]> {
  const found = await query<{ payload: string }>(
    database.superUrl,
    `select payload from ledger_event where payload like '%' || $1 || '%'`,
    [id],
  );
  return found.map(({ payload }) => payload);
}

describe('under a policy that requires two admins', () => {
  it('a transfer to a customer is proposed, approved by someone other than its recipient, and paid once [TRF-63, TRF-64]', async () => {
    const [proposer, approver] = [
      await newAdmin(bank.api.baseUrl, database),
      await newAdmin(bank.api.baseUrl, database),
    ];
    const rules = { ...STRICT.rules, decision: 'approval', reversal: 'approval' };
    const set = await admin.put<ApiErrorBody>(POLICY, { ...STRICT, rules, expectedVersion: 0 });
    expect(set.status).toBe(200);
    const paid = await newAdmin(bank.api.baseUrl, database);
    const paidId = await userIdOf(paid);
    const accountRequest = await requestAccount(database, paidId);
    await proposer.put(`/api/admin/account-requests/${accountRequest}`, { status: 'approved' });
    await approve(approver, await newestProposal(approver));
    const id = await requested(alice, paidId, 300);
    expect(await decide(id, 'completed', proposer)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    expect(proposal).toMatchObject({ action: 'decision', amount: '$300.00' });
    expect((await approve(paid, proposal)).body).toMatchObject({ code: 'OWN_ACCOUNT' });
    expect((await close(paid, proposal, 'reject')).body).toMatchObject({ code: 'OWN_ACCOUNT' });
    const waits = async (client: HttpClient) => {
      const { body: queue } = await client.get<{ items: { id: string }[] }>('/api/admin/work-queue');
      const { body: counts } = await client.get<{ kinds: { kind: string }[] }>(
        '/api/admin/work-queue/counts',
      );
      const { body: seen } = await client.get<{ isDecidable: boolean }>(`${PROPOSALS}/${proposal.id}`);
      const isListed = queue.items.some((one) => one.id === proposal.id);
      return [isListed, counts.kinds.some(({ kind }) => kind === 'proposal'), seen.isDecidable];
    };
    expect(await waits(paid)).toEqual([false, false, false]);
    expect(await waits(approver)).toEqual([true, true, true]);
    expect((await approve(approver, proposal)).status).toBe(200);
    expect((await summaryOf(paid)).totalBalanceCents).toBe(294_00);
    expect(await decide(id, 'failed', proposer)).toMatchObject(PROPOSED);
    expect((await approve(approver, await newestProposal(approver))).status).toBe(200);
    expect((await summaryOf(paid)).totalBalanceCents).toBe(0);
    expect((await verify()).findings).toEqual([]);
  });
});
