import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CUSTOMER_REASONS, MAX_CUSTOMER_REASON_LENGTH } from '@moniker/common/customer-reasons.js';
import { approve, newestProposal, POLICY, PROPOSED, STRICT } from '../admin/approvals.fixtures.js';
import { newAdmin, newCustomer } from '../kyc/kyc.fixtures.js';
import { type HttpClient, query, runCli, useMailingBank } from '../harness/index.js';
import { textOfPdf } from './history.fixtures.js';
import {
  type ApiErrorBody,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  userIdOf,
} from './money.fixtures.js';

const bank = useMailingBank();
const { admin, alice, database } = bank;
const NOTES = 'Matches a known mule account';
const UNUSUAL = CUSTOMER_REASONS['Unusual payment'];
const OTHER_NAME = 'We asked you for an invoice and have not received it.';
const MISUSED = {
  status: 422,
  body: {
    code: 'CUSTOMER_REASON_UNUSED',
    message: 'You can give the customer a reason only when you decline a transfer',
    fields: ['customerReason'],
  },
};

interface Reviewed extends ApiErrorBody {
  readonly id: string;
  readonly adminNotes: string | null;
  readonly customerReason: string | null;
}

interface Detail {
  readonly customerReason: string | null;
  readonly timeline: readonly { readonly title: string; readonly text: string }[];
}

const requested = async (by: HttpClient = alice): Promise<string> =>
  (await requestTransfer(by, { amount: 3, purpose: `Box ${randomUUID()}` })).body.id;

const decide = (id: string, body: Record<string, unknown>, by: HttpClient = admin, key?: string) =>
  by.put<Reviewed>(`/api/admin/transfer-requests/${id}`, body, {
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const detailOf = async (id: string, by: HttpClient = alice): Promise<Detail> =>
  (await by.get<Detail>(`/api/transactions/${id}`)).body;

const textsOf = ({ timeline }: Detail): string[] => timeline.map(({ text }) => text);

async function receiptOf(id: string): Promise<string> {
  const response = await fetch(new URL(`/api/transactions/${id}/receipt`, bank.api.baseUrl), {
    headers: { cookie: alice.cookieHeader() },
  });
  return textOfPdf(Buffer.from(await response.arrayBuffer()))
    .flat()
    .join(' ');
}

async function verify(): Promise<{ readonly ok: boolean; readonly findings: readonly { check: string }[] }> {
  return JSON.parse((await runCli(['verify', '--json'], { database })).stdout) as never;
}

beforeAll(async () => {
  await setAvailableBalance(admin, alice, 1_000_00);
});

describe('a declined transfer', () => {
  it('says why in its timeline, notification, email and receipt, and keeps the notes internal [TRF-18, TRF-86]', async () => {
    const id = await requested();
    const key = randomUUID();
    const decision = { status: 'rejected', adminNotes: NOTES, customerReason: UNUSUAL };
    const { status, body } = await decide(id, decision, admin, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ adminNotes: NOTES, customerReason: UNUSUAL });
    expect((await decide(id, decision, admin, key)).status).toBe(200);

    const detail = await detailOf(id);
    expect(detail.customerReason).toBe(UNUSUAL);
    expect(detail.timeline.at(-1)).toMatchObject({ title: 'Transfer declined' });
    expect(textsOf(detail).filter((text) => text.includes(UNUSUAL))).toHaveLength(1);
    const { body: notified } = await alice.get<{ items: { text: string }[] }>('/api/notifications');
    expect(notified.items[0]?.text).toContain(` Reason: ${UNUSUAL}`);
    const mail = await bank.mail.waitForMail('alice@moniker.example', ({ text }) =>
      text.includes('declined'),
    );
    expect(mail.text).toContain(UNUSUAL);
    expect(await receiptOf(id)).toContain('This payment looked unusual');
    for (const text of [JSON.stringify(detail), JSON.stringify(notified), mail.text, await receiptOf(id)]) {
      expect(text).not.toContain('mule');
    }
    const payloads = await query<{ payload: string }>(
      database.superUrl,
      `select payload from ledger_event where payload like '%' || $1 || '%'`,
      [id],
    );
    expect(JSON.stringify(payloads)).not.toContain('unusual');
    expect((await verify()).ok).toBe(true);
  });

  it('no longer shows its earlier reason after it is reopened or declined again without a reason [TRF-86]', async () => {
    const id = await requested();
    await decide(id, { status: 'failed', adminNotes: NOTES, customerReason: UNUSUAL });
    await decide(id, { status: 'pending', adminNotes: 'Looked again' });
    const reopened = await detailOf(id);
    expect([reopened.customerReason, textsOf(reopened).join().includes(UNUSUAL)]).toEqual([null, false]);
    await decide(id, { status: 'failed', adminNotes: NOTES, customerReason: OTHER_NAME });
    const again = await detailOf(id);
    expect(textsOf(again).filter((text) => text.includes(OTHER_NAME))).toEqual([again.timeline.at(-1)?.text]);
    await decide(id, { status: 'pending', adminNotes: 'Looked again' });
    await decide(id, { status: 'failed', adminNotes: NOTES });
    const silent = await detailOf(id);
    expect([silent.customerReason, textsOf(silent).join().includes(OTHER_NAME)]).toEqual([null, false]);
    expect((await verify()).ok).toBe(true);
  });

  it('keeps its reason when only the notes change, and accepts no other reason [TRF-86]', async () => {
    const id = await requested();
    await decide(id, { status: 'failed', customerReason: UNUSUAL });
    const noted = await decide(id, { status: 'failed', adminNotes: NOTES, customerReason: UNUSUAL });
    expect(noted.body).toMatchObject({ adminNotes: NOTES, customerReason: UNUSUAL });
    expect(await decide(id, { status: 'failed', customerReason: OTHER_NAME })).toMatchObject(MISUSED);
    expect((await detailOf(id)).customerReason).toBe(UNUSUAL);
    expect((await verify()).ok).toBe(true);
  });

  it.each(['pending', 'processing', 'cancelled', 'completed', 'approved'])(
    'is the only transfer that takes a reason: a transfer that becomes %s takes none [TRF-86]',
    async (status) => {
      const id = await requested();
      expect(await decide(id, { status, customerReason: UNUSUAL })).toMatchObject(MISUSED);
    },
  );

  it('is the only transaction that takes a reason: credits and incoming payments take none [TRF-86]', async () => {
    const userId = await userIdOf(alice);
    const credit = await admin.post<{ id: string; revision: number }>('/api/admin/transactions', {
      ...{ userId, type: 'credit', amount: 1, description: 'Gift' },
    });
    const decision = { status: 'failed', adminNotes: NOTES, customerReason: UNUSUAL };
    expect(await admin.put(`/api/admin/transactions/${credit.body.id}`, decision)).toMatchObject(MISUSED);
    const payment = await admin.post<{ id: string }>('/api/admin/incoming-payments', { userId, amount: 1 });
    const refused = await admin.put<ApiErrorBody>(
      `/api/admin/incoming-payments/${payment.body.id}`,
      decision,
    );
    expect([refused.status, refused.body.fields]).toEqual([400, ['customerReason']]);
  });

  it('accepts one of three standard reasons, or a custom one of limited length [TRF-86]', async () => {
    expect(Object.keys(CUSTOMER_REASONS)).toEqual([
      "Account details don't match",
      'Unusual payment',
      'Against our terms',
    ]);
    const id = await requested();
    const customerReason = 'x'.repeat(MAX_CUSTOMER_REASON_LENGTH + 1);
    const { status, body } = await decide(id, { status: 'failed', customerReason });
    expect([status, body.fields]).toEqual([400, ['customerReason']]);
  });

  it('gets its reason from a batch decision too [TRF-86]', async () => {
    const ids = [await requested(), await requested()];
    const items = ids.map((id) => ({ id, expectedRevision: 1 }));
    const path = '/api/admin/transactions/decisions';
    const decision = { status: 'failed', items, adminNotes: NOTES, customerReason: UNUSUAL };
    expect(await admin.post(path, { ...decision, status: 'processing' })).toMatchObject(MISUSED);
    const { body } = await admin.post<{ doneCount: number }>(path, decision);
    expect(body.doneCount).toBe(2);
    for (const id of ids) expect((await detailOf(id)).customerReason).toBe(UNUSUAL);
  });

  it('loses its reason when the customer is deleted, and is reported by verify if its reason was changed [TRF-86, ADM-10, AUD-25]', async () => {
    const carol = await newCustomer(bank.api.baseUrl, database);
    const carolId = await userIdOf(carol);
    const accountRequest = await requestAccount(database, carolId);
    await admin.put(`/api/admin/account-requests/${accountRequest}`, { status: 'approved' });
    await setAvailableBalance(admin, carol, 10_00);
    const id = await requested(carol);
    await decide(id, { status: 'failed', adminNotes: NOTES, customerReason: OTHER_NAME });
    const change = (text: string) =>
      query(
        database.superUrl,
        `update ledger_transaction_text set customer_reason = $2 where transaction_id = $1`,
        [id, text],
      );
    await change('All is well.');
    expect((await verify()).findings).toMatchObject([{ check: 'texts' }]);
    await change(OTHER_NAME);
    expect((await verify()).ok).toBe(true);
    expect((await admin.delete(`/api/admin/users/${carolId}`)).status).toBe(204);
    const left = await query(
      database.superUrl,
      `select 1 from ledger_transaction_text where customer_reason = $1`,
      [OTHER_NAME],
    );
    expect(left).toEqual([]);
  });
});

describe('under a policy that requires two admins', () => {
  beforeEach(async () => {
    const rules = { ...STRICT.rules, decision: 'approval' };
    const { status } = await admin.put(POLICY, { ...STRICT, rules, expectedVersion: 0 });
    expect(status).toBe(200);
  });

  it('the approver sees the reason, and the customer reads the same one [TRF-86, APR-3]', async () => {
    const approver = await newAdmin(bank.api.baseUrl, database);
    const id = await requested();
    expect(
      await decide(id, { status: 'rejected', adminNotes: NOTES, customerReason: UNUSUAL }),
    ).toMatchObject(PROPOSED);
    expect((await detailOf(id)).customerReason).toBeNull();
    const proposal = await newestProposal(approver);
    expect(proposal.details).toEqual(
      expect.arrayContaining([
        { label: 'Reason', value: NOTES },
        { label: 'Message to the customer', value: UNUSUAL },
      ]),
    );
    expect((await approve(approver, proposal)).status).toBe(200);
    expect((await detailOf(id)).customerReason).toBe(UNUSUAL);
    expect((await verify()).ok).toBe(true);
  });
});
