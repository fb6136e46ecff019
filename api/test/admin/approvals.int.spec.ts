import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitUntilBlocked } from '../identity/gates.fixtures.js';
import { customerWithNumber, type CustomerWithNumber, newAdmin, newCustomer } from '../kyc/kyc.fixtures.js';
import { holdHead } from '../ops/graceful-stop.fixtures.js';
import {
  type ApiErrorBody,
  countByStatus,
  headOf,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  userIdOf,
} from '../payments/money.fixtures.js';
import {
  createDemoDatabase,
  expectSoundLedger,
  query,
  runCli,
  signIn,
  startApi,
  type HttpClient,
  useBank,
} from '../harness/index.js';
import { openWriter } from '../harness/sample-ledger.js';
import {
  approve,
  close,
  DECIDED,
  newestProposal,
  pendingProposals,
  POLICY,
  type Proposal,
  PROPOSALS,
  PROPOSED,
  STRICT,
  credit,
  proposing,
} from './approvals.fixtures.js';

const bank = useBank();
/** A customer with $3,000.00. */
const { alice } = bank;
let aliceId: string;
let dora: CustomerWithNumber;
/** New admins for each test, who have not used any of their daily limit. */
let proposer: HttpClient;
let approver: HttpClient;

beforeAll(async () => {
  aliceId = await userIdOf(alice);
  // Dora gets her account number before the policy is set, because the policy requires two admins to assign a number.
  dora = await customerWithNumber(bank);
  await setAvailableBalance(bank.admin, alice, 300_000);
  const set = await bank.admin.put<ApiErrorBody>(POLICY, { ...STRICT, expectedVersion: 0 });
  expect(set.status).toBe(200);
});

beforeEach(async () => {
  proposer = await newAdmin(bank.api.baseUrl, bank.database);
  approver = await newAdmin(bank.api.baseUrl, bank.database);
});

const propose = proposing(bank, () => [proposer, approver]);

const totalCents = async (): Promise<number> => (await summaryOf(alice)).totalBalanceCents;

describe('one admin under a strict policy', () => {
  it('moves money without approval up to a daily limit shared by all actions, and proposes the rest [APR-1, APR-2]', async () => {
    const before = await totalCents();
    expect((await credit(proposer, aliceId, 300)).status).toBe(201);
    const transfer = await requestTransfer(alice, { amount: 150 });
    const decision = { status: 'approved', expectedRevision: 1 };
    const decided = await proposer.put(`/api/admin/transfer-requests/${transfer.body.id}`, decision);
    expect(decided.status).toBe(200);
    expect(await credit(proposer, aliceId, 50.01)).toMatchObject(PROPOSED);
    expect((await credit(proposer, aliceId, 50)).status).toBe(201);
    expect(await credit(proposer, aliceId, 0.01)).toMatchObject(PROPOSED);
    expect(await totalCents()).toBe(before + 30_000 - 15_000 + 5_000);
    expect((await credit(approver, aliceId, 500)).status).toBe(201);
  });

  it('cannot exceed the daily limit with concurrent requests [APR-2]', async () => {
    const before = await totalCents();
    const responses = await Promise.all(Array.from({ length: 12 }, () => credit(proposer, aliceId, 100)));
    const counts = countByStatus(responses);
    expect(counts[201] ?? 0).toBeLessThanOrEqual(5);
    expect(await totalCents()).toBe(before + 10_000 * (counts[201] ?? 0));
  });

  it('given several transfers, decides the ones within the daily limit and proposes the rest [APR-2]', async () => {
    const ids = [];
    for (const amount of [300, 301]) ids.push((await requestTransfer(alice, { amount })).body.id);
    const items = ids.map((id) => ({ id, expectedRevision: 1 }));
    const headers = { 'idempotency-key': randomUUID() };
    const decide = () =>
      proposer.post<{ items: { result: string }[] }>(
        '/api/admin/transactions/decisions',
        { status: 'cancelled', adminNotes: 'Duplicate', items },
        { headers },
      );
    for (const { body } of [await decide(), await decide()]) {
      expect(body.items.map(({ result }) => result)).toEqual(['done', 'proposed']);
    }
    expect((await pendingProposals(proposer)).filter(({ isMine }) => isMine)).toHaveLength(1);
  });

  it('makes only one proposal if the request is repeated, even after the proposal is approved [APR-2]', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await totalCents();
    const responses = [
      await credit(proposer, aliceId, 700, headers),
      await credit(proposer, aliceId, 700, headers),
    ];
    expect(responses).toMatchObject([PROPOSED, PROPOSED]);
    const own = (await pendingProposals(proposer)).filter(({ isMine }) => isMine);
    expect(own).toHaveLength(1);
    expect((await approve(approver, own[0] as Proposal)).status).toBe(200);
    expect(await credit(proposer, aliceId, 700, headers)).toMatchObject(PROPOSED);
    expect(await totalCents()).toBe(before + 70_000);
  });
});

describe('a proposal', () => {
  it('shows what is proposed, and takes effect when another admin approves it [APR-3]', async () => {
    const before = await totalCents();
    const proposal = await propose.credit();
    expect(proposal).toMatchObject({ action: 'credit', status: 'pending', amount: '$600.00', isMine: false });
    expect(proposal.details).toEqual([
      { label: 'Amount', value: '+$600.00' },
      { label: 'Description', value: 'Goodwill' },
    ]);
    const approved = await approve(approver, proposal);
    expect(approved).toMatchObject({ status: 200, body: { status: 'approved', details: [] } });
    expect(await totalCents()).toBe(before + 60_000);
    const events = await query<{ type: string; causation_id: string }>(
      bank.database.superUrl,
      'select type, causation_id from ledger_event order by position desc limit 2',
    );
    const causation_id = `proposal:${proposal.id}`;
    expect(events).toEqual([
      { type: 'CreditRecorded', causation_id },
      { type: 'ProposalApproved', causation_id },
    ]);
  });

  it('cannot be approved or rejected by its proposer, or withdrawn by anyone else [APR-3]', async () => {
    const proposal = await propose.credit();
    const refused = { status: 422, body: { code: 'OWN_PROPOSAL' } };
    expect(await approve(proposer, proposal)).toMatchObject(refused);
    expect(await close(proposer, proposal, 'reject')).toMatchObject(refused);
    expect((await close(approver, proposal, 'withdraw')).status).toBe(403);
    expect((await close(proposer, proposal, 'withdraw')).body.status).toBe('withdrawn');
  });

  it('takes effect once if several admins approve it concurrently [APR-4]', async () => {
    const proposal = await propose.credit();
    const before = await totalCents();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => approve(index % 2 === 0 ? approver : bank.admin, proposal)),
    );
    // The approving admin sent three requests; two of them count as repeats.
    expect(countByStatus(responses)).toEqual({ 200: 3, 409: 3 });
    const winners = new Set(responses.flatMap(({ status, body }) => (status === 200 ? body.decidedBy : [])));
    expect(winners.size).toBe(1);
    expect(await totalCents()).toBe(before + 60_000);
  });

  it('has one outcome if it is approved, rejected and withdrawn concurrently [APR-4]', async () => {
    const before = await totalCents();
    const proposal = await propose.credit();
    const responses = await Promise.all([
      approve(approver, proposal),
      close(bank.admin, proposal, 'reject'),
      close(proposer, proposal, 'withdraw'),
    ]);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 2 });
    const isApproved = responses[0].status === 200;
    expect(await totalCents()).toBe(before + (isApproved ? 60_000 : 0));
  });

  it('cannot be approved once the customer has canceled the transfer it is about [APR-3]', async () => {
    const { body } = await requestTransfer(alice, { amount: 700 });
    const path = `/api/admin/transfer-requests/${body.id}`;
    const decision = { status: 'approved', expectedRevision: 1 };
    expect(await proposer.put(path, decision)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    await alice.post(`/api/transfer/${body.id}/cancel`, {});
    const head = await headOf(bank.database);
    const refused = await approve(approver, proposal);
    expect(refused).toMatchObject(DECIDED);
    expect(refused.body.message).toMatch(
      /^The payment has changed since this proposal was made\. Its status is canceled\. It was last changed on \d{4}-\S+Z\. Reject the proposal$/,
    );
    expect(await headOf(bank.database)).toBe(head);
    await close(proposer, proposal, 'withdraw');
  });

  it('cannot be approved if its row was changed in the database [APR-3]', async () => {
    const proposal = await propose.credit();
    const forge = (change: string) =>
      query(bank.database.superUrl, `update approval_proposal set ${change} where id = $1`, [proposal.id]);
    await forge(`payload = replace(payload, '60000', '90000')`);
    expect(await approve(approver, proposal)).toMatchObject({ body: { code: 'PROPOSAL_OUTDATED' } });
    await forge(
      `payload = replace(payload, '90000', '60000'), proposed_by = '${await userIdOf(bank.admin)}'`,
    );
    expect(await approve(proposer, proposal)).toMatchObject({ body: { code: 'PROPOSAL_OUTDATED' } });
    await forge(`proposed_by = '${await userIdOf(proposer)}'`);
    expect((await close(approver, proposal, 'reject')).body.status).toBe('rejected');
  });

  it('cannot be approved with a digest other than the one it shows [APR-3]', async () => {
    const proposal = await propose.credit();
    const digest = `${proposal.digest.slice(1)}A`;
    expect(await approve(approver, { ...proposal, digest })).toMatchObject({
      status: 409,
      body: { code: 'PROPOSAL_OUTDATED' },
    });
    await close(approver, proposal, 'reject');
  });

  it('assigns an account number or deletes a user when two admins agree [APR-1]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const userId = await userIdOf(customer);
    const requestId = await requestAccount(bank.database, userId);
    const path = `/api/admin/account-requests/${requestId}`;
    expect(await proposer.put(path, { status: 'approved', expectedRevision: 9 })).toMatchObject({
      ...{ status: 409, body: { code: 'ALREADY_DECIDED' } },
    });
    expect(await proposer.put(path, { status: 'approved', accountNumber: '823456789' })).toMatchObject(
      PROPOSED,
    );
    expect((await approve(approver, await newestProposal(approver))).status).toBe(200);
    expect((await approver.get<{ accountNumber: string }>(path)).body.accountNumber).toBe('823456789');

    expect(await proposer.delete(`/api/admin/users/${userId}`)).toMatchObject(PROPOSED);
    const deletion = await newestProposal(approver);
    const responses = await Promise.all([approve(approver, deletion), approve(bank.admin, deletion)]);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 });
    expect((await customer.get('/api/auth/user')).status).toBe(401);
  });

  it('deletes a customer whose money request is being paid; the payment waits, then fails [APR-8, TRF-111]', async () => {
    const { client: asker, id: askerId } = dora;
    const found = await asker.post<{ proof: string }>('/api/transfer/find-recipient', {
      recipientMoniker: 'alice',
    });
    const to = { recipientMoniker: 'alice', recipientProof: found.body.proof };
    const asked = await asker.post<{ id: string }>('/api/money-requests', {
      amount: 24.5,
      note: 'Concert',
      ...to,
    });
    expect(asked.status).toBe(201);
    expect(await proposer.delete(`/api/admin/users/${askerId}`)).toMatchObject(PROPOSED);
    const deletion = await newestProposal(approver);
    const release = await holdHead(bank.database);
    const approved = approve(approver, deletion);
    await waitUntilBlocked(bank.database, [approved]);
    const body = { amount: 25, purpose: 'Concert', moneyRequestId: asked.body.id };
    const paid = alice.post<ApiErrorBody>('/api/transfer/request', body);
    await waitUntilBlocked(bank.database, [approved, paid]);
    await release();
    expect((await approved).status).toBe(200);
    expect((await paid).status).toBe(404);
  });
});

describe('a role', () => {
  const TEAM = '/api/admin/team';
  const REASON = { reason: 'Joins the night shift' };
  const roleOf = async (userId: string) => {
    const { body } = await bank.admin.get<{ members: { user: { id: string }; role: string }[] }>(TEAM);
    return body.members.find(({ user }) => user.id === userId)?.role;
  };

  it('is granted and revoked when two owners agree [APR-1, APR-8]', async () => {
    const member = await newCustomer(bank.api.baseUrl, bank.database);
    const userId = await userIdOf(member);
    expect(await proposer.put(`${TEAM}/${userId}`, { role: 'support', ...REASON })).toMatchObject(PROPOSED);
    const grant = await newestProposal(approver);
    expect(grant).toMatchObject({
      action: 'role',
      details: [
        { label: 'Change', value: 'Grant role' },
        { label: 'New role', value: 'Support' },
        { label: 'Reason', value: 'Joins the night shift' },
      ],
    });
    expect(await roleOf(userId)).toBeUndefined();
    expect((await approve(approver, grant)).status).toBe(200);
    expect(await roleOf(userId)).toBe('support');
    expect((await member.get('/api/auth/user')).status).toBe(401);

    expect(await proposer.post(`${TEAM}/${userId}/revoke`, REASON)).toMatchObject(PROPOSED);
    const revocation = await newestProposal(approver);
    expect(revocation.details).toContainEqual({ label: 'Current role', value: 'Support' });
    const responses = await Promise.all([approve(approver, revocation), approve(bank.admin, revocation)]);
    expect(countByStatus(responses)).toEqual({ 200: 1, 409: 1 });
    expect(await roleOf(userId)).toBeUndefined();
  });

  it('is not revoked if the user has been granted a different one since the proposal [APR-8]', async () => {
    const userId = await userIdOf(await newCustomer(bank.api.baseUrl, bank.database));
    const grant = async (role: string) => {
      expect(await proposer.put(`${TEAM}/${userId}`, { role, ...REASON })).toMatchObject(PROPOSED);
      expect((await approve(approver, await newestProposal(approver))).status).toBe(200);
    };
    await grant('support');
    expect(await proposer.post(`${TEAM}/${userId}/revoke`, REASON)).toMatchObject(PROPOSED);
    const revocation = await newestProposal(approver);
    await grant('payments');
    expect(await approve(approver, revocation)).toMatchObject({
      ...{ status: 409, body: { code: 'PROPOSAL_OUTDATED' } },
    });
    expect(await roleOf(userId)).toBe('payments');
  });

  it('is neither revoked nor proposed for revocation if the user has no role [APR-8]', async () => {
    const before = await pendingProposals(proposer);
    expect((await proposer.post(`${TEAM}/${aliceId}/revoke`, REASON)).status).toBe(409);
    expect(await pendingProposals(proposer)).toEqual(before);
  });

  it.each([
    ['credits', propose.credit],
    ['deletions', propose.deletion],
  ])('permits no approvals of %s once its holder is disabled [APR-8]', async (_, proposeOne) => {
    const approverId = await userIdOf(approver);
    expect(await proposer.post(`${TEAM}/${approverId}/disable`, REASON)).toMatchObject(PROPOSED);
    const removal = await newestProposal(proposer);
    const proposals: Proposal[] = [];
    for (let count = 0; count < 6; count += 1) proposals.push(await proposeOne());
    const sent = [...proposals.slice(0, 1), removal, ...proposals.slice(1)];
    const responses = await Promise.all(
      sent.map((proposal) => approve(proposal === removal ? bank.admin : approver, proposal)),
    );
    const events = await query<{ type: string }>(
      bank.database.superUrl,
      `select type from ledger_event where type = 'ProposalApproved' and actor = $1
        or type = 'AdminDisabled' and stream = $1 order by position`,
      [`user:${approverId}`],
    );
    expect(events.at(-1)?.type).toBe('AdminDisabled');
    expect(countByStatus(responses)[200]).toBe(events.length);
  });
});

describe('the policy', () => {
  it('changes only with a second admin, and a change based on an outdated version is refused [APR-5]', async () => {
    const { body: before } = await proposer.get<{ version: number }>(POLICY);
    const change = { ...STRICT, dailyLimit: 400, expectedVersion: before.version };
    expect(await proposer.put(POLICY, change)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    expect(proposal.details).toEqual([{ label: 'Daily limit', value: '$400.00 (before: $500.00)' }]);
    expect((await approve(approver, proposal)).status).toBe(200);
    expect(await approver.get(POLICY)).toMatchObject({
      body: { dailyLimitCents: 40_000, version: before.version + 1 },
    });
    expect(await proposer.put(POLICY, change)).toMatchObject(DECIDED);
    const { body: history } = await approver.get<{ items: { text: string }[] }>(
      '/api/admin/event-history/events?type=ProposalApproved&limit=1',
    );
    expect(history.items).toMatchObject([{ text: 'Approved a proposal (an approval policy change)' }]);
  });

  it('is strict from the first command if APPROVAL_POLICY=strict [APR-7]', async () => {
    const database = await createDemoDatabase();
    const env = { APPROVAL_POLICY: 'strict' };
    const apis = await Promise.all([startApi({ database, env }), startApi({ database, env })]);
    try {
      const [one, other] = await Promise.all(apis.map(({ baseUrl }) => signIn(baseUrl, 'admin')));
      const userId = await userIdOf(await signIn(apis[0].baseUrl, 'alice'));
      if (one === undefined || other === undefined) throw new Error('both admins must be signed in');
      const credits = [one, other].map((by) => credit(by, userId, 501));
      expect(await Promise.all(credits)).toMatchObject([PROPOSED, PROPOSED]);
      const expected = { body: { version: 1, rules: STRICT.rules, dailyLimitCents: 50_000 } };
      expect(await one.get(POLICY)).toMatchObject(expected);
    } finally {
      await Promise.all(apis.map((api) => api.stop()));
      await database.drop();
    }
  });

  it('is hidden from customers, and a change with an invalid field is refused with an error that names the field [ERR-2]', async () => {
    const wrong = { ...STRICT, rules: { ...STRICT.rules, deletion: 'limit' }, expectedVersion: 1 };
    expect(await proposer.put(POLICY, wrong)).toMatchObject({
      status: 400,
      body: { fields: ['deletion'] },
    });
    expect((await alice.get(POLICY)).status).toBe(403);
    expect((await alice.get(PROPOSALS)).status).toBe(403);
  });
});

describe('the ledger command', () => {
  it('shows who proposed and who approved each guarded change [APR-9]', async () => {
    const proposal = await propose.credit(777);
    await approve(approver, proposal);
    expect((await credit(approver, aliceId, 12.5)).status).toBe(201);
    const [proposerId, approverId] = [await userIdOf(proposer), await userIdOf(approver)];
    const args = ['approvals', '--limit', '2'];
    const { stdout } = await runCli([...args, '--json'], { database: bank.database });
    const { lines, hasMore } = JSON.parse(stdout) as { lines: unknown[]; hasMore: boolean };
    expect(hasMore).toBe(true);
    const madeBy = `user:${approverId}`;
    expect(lines).toMatchObject([
      {
        ...{ action: 'credit', amountCents: 77_700, madeBy },
        ...{ proposedBy: `user:${proposerId}`, permittedBy: 'approval' },
      },
      { action: 'credit', amountCents: 1_250, madeBy, proposedBy: null, permittedBy: 'limit' },
    ]);
    const table = await runCli(args, { database: bank.database });
    expect(table.stdout).toMatch(
      new RegExp(`credit .*\\$777\\.00 +user:${proposerId} +user:${approverId} +a second admin`),
    );
  });

  it('reports a change that bypassed the policy [APR-6]', async () => {
    await expectSoundLedger(bank);
    const { writer, close } = await openWriter(bank.database);
    const transactionId = randomUUID();
    const context = { actor: `user:${await userIdOf(proposer)}`, correlationId: randomUUID() };
    const outcome = await writer.submit({
      command: {
        ...{ type: 'RecordCredit', transactionId, accountId: aliceId, amountCents: 60_000, category: null },
        ...{ status: 'completed', textsDigest: 'digest' },
      },
      context,
    });
    await close();
    expect(outcome.ok).toBe(true);
    const { code, stdout } = await runCli(['verify'], { database: bank.database });
    expect(code).toBe(1);
    expect(stdout).toContain('the approval policy in force requires a second admin');
    const report = await runCli(['approvals', '--limit', '1'], { database: bank.database });
    expect(report.stdout).toContain('NOT PERMITTED');
    const later = await runCli(['approvals', '--from', '99999'], { database: bank.database });
    expect(later.stdout).toBe('No changes from position 99999 on.\n');
  });
});
