import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../kyc/kyc.fixtures.js';
import { headOf, summaryOf } from '../payments/money.fixtures.js';
import { type HttpResponse, query, use, useBank } from '../harness/index.js';
import { approve, close, DECIDED, POLICY, type Proposal, STRICT, proposing } from './approvals.fixtures.js';

const bank = useBank();
const { alice } = bank;
const proposer = use(() => newAdmin(bank.api.baseUrl, bank.database));
const approver = use(() => newAdmin(bank.api.baseUrl, bank.database));

beforeAll(async () => {
  expect((await bank.admin.put(POLICY, { ...STRICT, expectedVersion: 0 })).status).toBe(200);
});

const totalCents = async (): Promise<number> => (await summaryOf(alice)).totalBalanceCents;

const propose = proposing(bank, () => [proposer, approver]);

const isReplay = ({ headers }: HttpResponse<Proposal>): boolean =>
  headers.get('idempotent-replay') === 'true';

/** Returns the types of the events that followed a proposal in its stream. */
async function decisionsOn({ id }: Proposal): Promise<string[]> {
  const events = await query<{ type: string }>(
    bank.database.superUrl,
    'select type from ledger_event where stream = $1 and version > 1 order by version',
    [`proposal:${id}`],
  );
  return events.map(({ type }) => type);
}

/** Proposals of four kinds. The ledger executes the first one; the others change table rows. */
const KINDS: [string, () => Promise<Proposal>][] = [
  ['a credit', propose.credit],
  ['an account number', propose.accountNumber],
  ['a deletion', propose.deletion],
  ['a role', propose.role],
];

describe.each(KINDS)('a decision on a proposal for %s', (_, proposeOne) => {
  it('has no further effect and gets the same answer if the same admin repeats it [APR-10]', async () => {
    const proposal = await proposeOne();
    const first = await approve(approver, proposal);
    const head = await headOf(bank.database);
    const again = await approve(approver, proposal);
    expect(first).toMatchObject({ status: 200, body: { status: 'approved' } });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect([first, again].map(isReplay)).toEqual([false, true]);
    expect(await headOf(bank.database)).toBe(head);
  });

  it('takes effect once, and each request succeeds, if one admin sends it several times in parallel [APR-10]', async () => {
    const proposal = await proposeOne();
    const before = await totalCents();
    const responses = await Promise.all(Array.from({ length: 4 }, () => approve(approver, proposal)));
    expect(responses.map(({ status, body }) => [status, body.status])).toEqual(
      responses.map(() => [200, 'approved']),
    );
    expect(responses.filter(isReplay)).toHaveLength(3);
    const after = await totalCents();
    expect(after).toBe(before + (proposal.action === 'credit' ? 60_000 : 0));
    expect(await decisionsOn(proposal)).toEqual(['ProposalApproved']);
  });

  it('cannot be repeated by another admin or with another digest, or replaced by a different decision [APR-10]', async () => {
    const proposal = await proposeOne();
    expect((await approve(approver, proposal)).status).toBe(200);
    expect(await approve(bank.admin, proposal)).toMatchObject(DECIDED);
    expect(await close(approver, proposal, 'reject')).toMatchObject(DECIDED);
    expect(await close(proposer, proposal, 'withdraw')).toMatchObject(DECIDED);
    const digest = `${proposal.digest.slice(1)}A`;
    expect(await approve(approver, { ...proposal, digest })).toMatchObject(DECIDED);
    expect(await decisionsOn(proposal)).toEqual(['ProposalApproved']);
  });

  it('can be repeated with the same idempotency key, but not with a different one [APR-10, LED-6]', async () => {
    const [proposal, other] = [await proposeOne(), await proposeOne()];
    const key = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all([1, 2, 3].map(() => approve(approver, proposal, key)));
    responses.push(await approve(approver, proposal, key));
    expect(responses.map(({ status, body }) => [status, body.status])).toEqual(
      responses.map(() => [200, 'approved']),
    );
    expect(responses.filter(isReplay)).toHaveLength(3);
    expect(await approve(approver, proposal, { 'idempotency-key': randomUUID() })).toMatchObject(DECIDED);
    expect((await approve(approver, other)).status).toBe(200);
    expect(await approve(approver, other, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  it('can also be repeated if it is a rejection or a withdrawal [APR-10]', async () => {
    const rejected = await proposeOne();
    const rejections = await Promise.all([1, 2].map(() => close(approver, rejected, 'reject')));
    expect(rejections.map(({ status, body }) => [status, body.status])).toEqual([
      [200, 'rejected'],
      [200, 'rejected'],
    ]);
    expect(rejections.filter(isReplay)).toHaveLength(1);
    expect(await approve(approver, rejected)).toMatchObject(DECIDED);
    expect(await close(bank.admin, rejected, 'reject')).toMatchObject(DECIDED);
    const withdrawn = await proposeOne();
    const withdrawals = [
      await close(proposer, withdrawn, 'withdraw'),
      await close(proposer, withdrawn, 'withdraw'),
    ];
    expect(withdrawals[1]).toMatchObject({ status: 200, body: withdrawals[0]?.body });
    expect(await decisionsOn(rejected)).toEqual(['ProposalRejected']);
    expect(await decisionsOn(withdrawn)).toEqual(['ProposalWithdrawn']);
  });
});

describe('a repeated approval', () => {
  it('closes a proposal that an interrupted first approval left open [APR-4, APR-10]', async () => {
    const proposal = await propose.credit();
    const rowOf = () =>
      query<{ payload: string | null; closed_at: Date | null }>(
        bank.database.superUrl,
        'select payload, closed_at from approval_proposal where id = $1',
        [proposal.id],
      );
    const [open] = await rowOf();
    const first = await approve(approver, proposal);
    await query(
      bank.database.superUrl,
      'update approval_proposal set payload = $2, closed_at = null where id = $1',
      [proposal.id, open?.payload],
    );
    const before = await totalCents();
    expect(await approve(approver, proposal)).toMatchObject({ status: 200, body: first.body });
    expect(await rowOf()).toEqual([{ payload: null, closed_at: expect.any(Date) }]);
    expect(await totalCents()).toBe(before);
  });
});
