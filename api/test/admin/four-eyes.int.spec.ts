import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAdmin, newCustomer } from '../kyc/kyc.fixtures.js';
import {
  type ApiErrorBody,
  headOf,
  requestAccount,
  requestTransfer,
  setAvailableBalance,
  summaryOf,
  userIdOf,
} from '../payments/money.fixtures.js';
import {
  HttpClient,
  createDemoDatabase,
  expectSoundLedger,
  query,
  runCli,
  signIn,
  startApi,
  useBank,
  waitFor,
} from '../harness/index.js';
import { openWriter } from '../harness/sample-ledger.js';
import {
  approve,
  close,
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

const TEAM = '/api/admin/team';
const REASON = { reason: 'Reported for fraud' };
const OUTDATED = { status: 409, body: { code: 'PROPOSAL_OUTDATED' } };

const bank = useBank();
const { alice } = bank;
let aliceId: string;
let proposer: HttpClient;
let proposerId: string;
let approver: HttpClient;
let otherOwner: HttpClient;

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row>(bank.database.superUrl, text, values);

beforeAll(async () => {
  aliceId = await userIdOf(alice);
  await setAvailableBalance(bank.admin, alice, 500_000);
  expect((await bank.admin.put(POLICY, { ...STRICT, expectedVersion: 0 })).status).toBe(200);
  otherOwner = await newAdmin(bank.api.baseUrl, bank.database);
});

beforeEach(async () => {
  proposer = await newAdmin(bank.api.baseUrl, bank.database);
  proposerId = await userIdOf(proposer);
  approver = await newAdmin(bank.api.baseUrl, bank.database);
});

const propose = proposing(bank, () => [proposer, approver]);

const proposalOf = async ({ id }: Proposal): Promise<Proposal & { closedReason: string | null }> =>
  (await approver.get<Proposal & { closedReason: string | null }>(`${PROPOSALS}/${id}`)).body;

const untilClosed = (proposal: Proposal) =>
  waitFor(async () => (await proposalOf(proposal)).status === 'closed', {
    what: 'the bank to close the proposal',
  });

/** Changes an admin's role: one owner proposes the change, and another owner approves it. */
async function changeRole(userId: string, path: string, body: object): Promise<void> {
  const method = path === '' ? 'put' : 'post';
  expect(await bank.admin[method](`${TEAM}/${userId}${path}`, body)).toMatchObject(PROPOSED);
  expect((await approve(otherOwner, await newestProposal(otherOwner))).status).toBe(200);
}

/** Locks an account with the link in a new-sign-in email (AUTH-61). */
async function lock(userId: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  await sql(
    `insert into sign_in_alert (token_hash, user_id, created_at, expires_at)
     values ($1, $2, now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), userId],
  );
  const response = await new HttpClient(bank.api.baseUrl).post('/api/auth/report-sign-in', { token });
  expect(response.status).toBeLessThan(300);
}

describe.each([
  ['a credit', propose.credit],
  ['a deletion', propose.deletion],
])('a proposal for %s', (_, proposeOne) => {
  it.each([
    ['removed', 'role_changed', () => changeRole(proposerId, '/revoke', REASON)],
    ['disabled', 'role_changed', () => changeRole(proposerId, '/disable', REASON)],
    ['demoted', 'role_changed', () => changeRole(proposerId, '', { role: 'support', ...REASON })],
    ['locked', 'account_frozen', () => lock(proposerId)],
  ])('is closed with a reason once its proposer is %s [APR-20, APR-25]', async (_name, reason, end) => {
    const before = await summaryOf(alice);
    const proposal = await proposeOne();
    await end();
    const refused = await approve(approver, proposal);
    expect(refused.status).toBe(409);
    expect(['PROPOSAL_OUTDATED', 'ALREADY_DECIDED']).toContain(refused.body.code);
    await untilClosed(proposal);
    expect(await proposalOf(proposal)).toMatchObject({ closedReason: reason, details: [] });
    expect(await approve(approver, proposal)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
    const events = await sql(
      `select type, actor, payload::jsonb ->> 'reason' as reason from ledger_event
        where stream = $1 and version = 2`,
      [`proposal:${proposal.id}`],
    );
    expect(events).toEqual([{ type: 'ProposalClosed', actor: 'system', reason }]);
    expect(await summaryOf(alice)).toEqual(before);
  });

  it('cannot be approved if its row is reopened after the bank closed it [APR-20]', async () => {
    const proposal = await proposeOne();
    const [row] = await sql<{ payload: string }>('select payload from approval_proposal where id = $1', [
      proposal.id,
    ]);
    await changeRole(proposerId, '/disable', REASON);
    await untilClosed(proposal);
    await changeRole(proposerId, '/enable', REASON);
    await sql('update approval_proposal set payload = $2, closed_at = null where id = $1', [
      ...[proposal.id, row?.payload],
    ]);
    const head = await headOf(bank.database);
    // The status is 409 whether or not the bank has already closed the proposal again.
    expect((await approve(approver, proposal)).status).toBe(409);
    expect(await headOf(bank.database)).toBe(head);
    await sql('update approval_proposal set payload = null, closed_at = now() where id = $1', [proposal.id]);
  });

  it('is not executed again if its row is reopened after the approval [APR-23]', async () => {
    const proposal = await proposeOne();
    const [row] = await sql<{ payload: string }>('select payload from approval_proposal where id = $1', [
      proposal.id,
    ]);
    expect((await approve(approver, proposal)).status).toBe(200);
    await sql('update approval_proposal set payload = $2, closed_at = null where id = $1', [
      ...[proposal.id, row?.payload],
    ]);
    const head = await headOf(bank.database);
    // The answer is 404 if the proposal's customer has already been deleted.
    expect([404, 409]).toContain((await approve(otherOwner, proposal)).status);
    expect(await headOf(bank.database)).toBe(head);
    await sql('update approval_proposal set payload = null, closed_at = now() where id = $1', [proposal.id]);
  });

  it('cannot be approved after its row has been moved to another customer [APR-22]', async () => {
    const proposal = await proposeOne();
    const other = await userIdOf(bank.admin);
    const before = (await sql<{ id: string }>(
      'select customer_id as id from approval_proposal where id = $1',
      [proposal.id],
    )) as [{ id: string }];
    const move = (id: string) =>
      sql('update approval_proposal set customer_id = $2 where id = $1', [proposal.id, id]);
    await move(other);
    expect(await approve(approver, proposal)).toMatchObject(OUTDATED);
    await move(before[0].id);
    await close(approver, proposal, 'reject');
  });
});

it("grants a role only once, even if the decided proposal's row is reopened [APR-23]", async () => {
  const member = await userIdOf(await newCustomer(bank.api.baseUrl, bank.database));
  expect(await proposer.put(`${TEAM}/${member}`, { role: 'support', ...REASON })).toMatchObject(PROPOSED);
  const grant = await newestProposal(approver);
  const [row] = await sql<{ payload: string }>('select payload from approval_proposal where id = $1', [
    grant.id,
  ]);
  expect((await approve(approver, grant)).status).toBe(200);
  await changeRole(member, '/revoke', REASON);
  await sql('update approval_proposal set payload = $2, closed_at = null where id = $1', [
    ...[grant.id, row?.payload],
  ]);
  expect((await approve(otherOwner, grant)).status).toBe(409);
  const roles = await sql('select is_admin from app_user where id = $1', [member]);
  expect(roles).toEqual([{ is_admin: false }]);
  await sql('update approval_proposal set payload = null, closed_at = now() where id = $1', [grant.id]);
});

describe('what the approver sees', () => {
  it('names the payee, account, purpose, amount and direction of a payment [APR-22]', async () => {
    const { body } = await requestTransfer(alice, { amount: 600, recipientAccount: '310440019' });
    const path = `/api/admin/transfer-requests/${body.id}`;
    expect(await proposer.put(path, { status: 'approved', expectedRevision: 1 })).toMatchObject(PROPOSED);
    const { details } = await newestProposal(approver);
    const [texts] = await sql<Record<string, string>>(
      `select recipient_name, recipient_account, recipient_routing, purpose from ledger_transaction_text
        where transaction_id = $1`,
      [body.id],
    );
    expect(Object.fromEntries(details.map(({ label, value }) => [label, value]))).toMatchObject({
      'Payment amount': '$600.00, outgoing',
      'Payment status': 'Pending to completed',
      Recipient: texts?.['recipient_name'],
      'Recipient account': texts?.['recipient_account'],
      'Recipient routing': texts?.['recipient_routing'],
      Purpose: texts?.['purpose'],
      'New recipient': 'Not paid before',
    });
    const known = await requestTransfer(alice, { amount: 501 });
    const other = `/api/admin/transfer-requests/${known.body.id}`;
    expect(await proposer.put(other, { status: 'approved', expectedRevision: 1 })).toMatchObject(PROPOSED);
    const labels = (await newestProposal(approver)).details.map(({ label }) => label);
    expect(labels).not.toContain('New recipient');
  });

  it("includes the transfer's texts, so an approval is refused once they have changed [APR-22]", async () => {
    const { body } = await requestTransfer(alice, { amount: 700 });
    const path = `/api/admin/transfer-requests/${body.id}`;
    expect(await proposer.put(path, { status: 'cancelled', expectedRevision: 1 })).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    const setName = (name: string) =>
      sql('update ledger_transaction_text set recipient_name = $2 where transaction_id = $1', [
        body.id,
        name,
      ]);
    const { value } = proposal.details.find(({ label }) => label === 'Recipient') ?? {};
    await setName('Mallory Moss');
    expect(await approve(approver, proposal)).toMatchObject(OUTDATED);
    await setName(value ?? '');
    expect((await approve(approver, proposal)).status).toBe(200);
  });

  it("includes a balance edit's amount with a plus or minus sign, and the balances before and after the edit; approval is refused if the stored amount was changed [APR-22]", async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const path = `/api/admin/users/${await userIdOf(customer)}/balance`;
    expect((await proposer.put(path, { accountBalance: 400 })).status).toBe(200);
    expect(await proposer.put(path, { accountBalance: 1_200, reason: 'Migration' })).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    expect(proposal.details).toEqual([
      { label: 'Amount', value: '+$800.00' },
      { label: 'Balance', value: '$400.00 to $1,200.00' },
      { label: 'Description', value: 'Balance adjustment' },
      { label: 'Reason', value: 'Migration' },
    ]);
    await sql(`update approval_proposal set payload = replace(payload, '+$800.00', '+$8.00') where id = $1`, [
      proposal.id,
    ]);
    expect(await approve(approver, proposal)).toMatchObject(OUTDATED);
    await close(approver, proposal, 'reject');
  });

  it('says that a balance edit cannot be approved after another change to the account [APR-22]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const userId = await userIdOf(customer);
    const path = `/api/admin/users/${userId}`;
    const { revision } = (await proposer.get<{ revision: number }>(path)).body;
    const edit = { accountBalance: 1_200, reason: 'Migration', expectedRevision: revision };
    expect(await proposer.put(`${path}/balance`, edit)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    expect((await credit(otherOwner, userId, 5)).status).toBe(201);
    expect(await approve(approver, proposal)).toMatchObject({
      status: 409,
      body: {
        code: 'ACCOUNT_CHANGED',
        message:
          'The account has changed since this proposal was made. Reject the proposal and make a new one',
      },
    });
    await close(approver, proposal, 'reject');
  });

  it('says that a deletion is out of date after a change to the account [APR-22, ACC-16]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const userId = await userIdOf(customer);
    expect(await proposer.delete(`/api/admin/users/${userId}`)).toMatchObject(PROPOSED);
    const proposal = await newestProposal(approver);
    expect((await credit(otherOwner, userId, 5)).status).toBe(201);
    const refused = { status: 409, body: { code: 'PROPOSAL_OUTDATED' } };
    expect(await approve(approver, proposal)).toMatchObject(refused);
    await close(approver, proposal, 'reject');
  });
});

describe('an admin under the strict policy', () => {
  it('sets the shown date of a payment only with a second admin [APR-1, APR-24]', async () => {
    const created = await proposer.post<{ id: string; created_at: string }>('/api/admin/incoming-payments', {
      ...{ userId: aliceId, amount: 90, description: 'Rent', status: 'pending' },
    });
    expect(created.status).toBe(201);
    const path = `/api/admin/incoming-payments/${created.body.id}`;
    const shown = '1998-05-04T12:00:00.000Z';
    const shownAt = async () =>
      (
        await sql<{ at: Date | null }>(
          'select shown_at as at from ledger_transaction where transaction_id = $1',
          [created.body.id],
        )
      )[0]?.at;
    expect(
      await proposer.put(path, { status: 'pending', created_at: shown, expectedRevision: 1 }),
    ).toMatchObject(PROPOSED);
    expect(await shownAt()).toBeNull();
    const proposal = await newestProposal(approver);
    expect(proposal).toMatchObject({ action: 'shown_date' });
    expect(proposal.details).toContainEqual({ label: 'Payment amount', value: '$90.00, incoming' });
    expect(proposal.details.find(({ label }) => label === 'Payment date')?.value).toContain('1998');
    expect((await approve(approver, proposal)).status).toBe(200);
    expect((await shownAt())?.toISOString()).toBe(shown);

    const both = { status: 'completed', created_at: '1999-05-04T12:00:00.000Z', expectedRevision: 2 };
    expect(await proposer.put(path, both)).toMatchObject(PROPOSED);
    const decision = await newestProposal(approver);
    expect(decision).toMatchObject({ action: 'decision' });
    expect((await approve(approver, decision)).status).toBe(200);
    expect((await shownAt())?.toISOString()).toBe(both.created_at);
  });

  it('removes an approved account number only with a second admin [APR-1, APR-24]', async () => {
    const customer = await newCustomer(bank.api.baseUrl, bank.database);
    const requestId = await requestAccount(bank.database, await userIdOf(customer));
    const path = `/api/admin/account-requests/${requestId}`;
    const status = async () => (await proposer.get<{ status: string }>(path)).body.status;
    expect(await proposer.put(path, { status: 'approved' })).toMatchObject(PROPOSED);
    expect((await approve(approver, await newestProposal(approver))).status).toBe(200);
    expect(await proposer.put(path, { status: 'rejected' })).toMatchObject(PROPOSED);
    expect(await status()).toBe('approved');
    const removal = await newestProposal(approver);
    expect(removal).toMatchObject({ action: 'account_number_removal' });
    expect((await approve(approver, removal)).status).toBe(200);
    expect(await status()).toBe('rejected');
    expect((await proposer.put(path, { status: 'pending' })).status).toBe(200);
  });
});

it("refuses an admin's twenty-first open proposal, and lists the newest first [APR-26, APR-27]", async () => {
  for (let count = 0; count < 20; count += 1) {
    expect(await credit(proposer, aliceId, 600 + count)).toMatchObject(PROPOSED);
  }
  const refused = {
    status: 409,
    body: {
      code: 'TOO_MANY_PROPOSALS',
      message: 'You have 20 proposals waiting for approval. Withdraw one or wait until another admin decides',
    },
  };
  expect(await credit(proposer, aliceId, 700)).toMatchObject(refused);
  const own = (await pendingProposals(proposer)).filter(({ isMine }) => isMine);
  expect(own.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 20 }, (_, index) => `$${619 - index}.00`),
  );
  await close(proposer, own[0] as Proposal, 'withdraw');
  expect(await credit(proposer, aliceId, 700)).toMatchObject(PROPOSED);
  const transfers = [];
  for (const amount of [500, 1]) transfers.push((await requestTransfer(alice, { amount })).body.id);
  expect((await credit(proposer, aliceId, 500)).status).toBe(201);
  const { body } = await proposer.post<{ items: { result: string; error?: ApiErrorBody }[] }>(
    '/api/admin/transactions/decisions',
    {
      status: 'cancelled',
      adminNotes: 'Duplicate',
      items: transfers.map((id) => ({ id, expectedRevision: 1 })),
    },
  );
  expect(body.items.map(({ result }) => result)).toEqual(['refused', 'refused']);
  expect(JSON.stringify(body)).toContain('You have 20 proposals waiting for approval');
});

/**
 * Changes part of a stored proposal, as if an earlier release or a buggy program had made the proposal. Also updates
 * the proposal's digest in the row and in the log. Returns the proposal with the new digest.
 */
async function store(proposal: Proposal, change: object): Promise<Proposal> {
  const [row] = (await sql<Record<string, string>>(
    'select action, subject_id, amount_cents::text as cents, payload from approval_proposal where id = $1',
    [proposal.id],
  )) as [Record<string, string>];
  const payload = JSON.stringify({ ...(JSON.parse(row['payload'] ?? '') as object), ...change });
  const text = [row['action'], row['subject_id'], row['cents'], payload].join('\n');
  const digest = createHash('sha256').update(text).digest('base64url');
  await sql(`set session_replication_role = replica; update approval_proposal set payload = '${payload}',
    digest = '${digest}' where id = '${proposal.id}'; update ledger_event set payload =
    replace(payload, '${proposal.digest}', '${digest}') where stream = 'proposal:${proposal.id}'`);
  return { ...proposal, digest };
}

it.each([
  ['a deletion', propose.deletion, { expectedRevision: 'all' }],
  ['a role', propose.role, { decision: { kind: 'granted', role: 'emperor', reason: 'x' } }],
  [
    'an account number',
    propose.accountNumber,
    { decision: { status: 'approved', accountNumber: 7, expectedRevision: 1 } },
  ],
])('refuses a malformed stored request for %s [APR-28]', async (_, proposeOne, request) => {
  const proposal = await proposeOne();
  const stored = await store(proposal, { request });
  const head = await headOf(bank.database);
  expect(await approve(approver, stored)).toMatchObject(OUTDATED);
  expect(await headOf(bank.database)).toBe(head);
});

it.each([
  ['details', { details: undefined }],
  ['customer', { customerId: undefined }],
])('refuses a proposal that an earlier release stored without its %s [APR-22]', async (_, change) => {
  const stored = await store(await propose.credit(), change);
  const head = await headOf(bank.database);
  expect(await approve(approver, stored)).toMatchObject(OUTDATED);
  expect(await headOf(bank.database)).toBe(head);
});

it("re-records an earlier release's policy, so that the log shows the event from which the newly added rules apply [APR-24]", async () => {
  const database = await createDemoDatabase();
  const { shown_date: _date, account_number_removal: _removal, ...rules } = STRICT.rules;
  const policy = JSON.stringify({ rules, dailyLimitCents: 50_000 });
  const { writer, close: closeWriter } = await openWriter(database);
  await writer.submit({
    command: {
      ...{ type: 'RecordAudit', stream: 'policy:approvals', expectedVersion: 0 },
      event: { type: 'ApprovalPolicyChanged', payload: { policy } },
    },
    context: { actor: 'system', correlationId: randomUUID() },
  });
  await closeWriter();
  const api = await startApi({ database });
  try {
    const admin = await signIn(api.baseUrl, 'admin');
    expect(await admin.get(POLICY)).toMatchObject({ body: { version: 2, rules: STRICT.rules } });
    expect(await admin.get(POLICY)).toMatchObject({ body: { version: 2 } });
    await expectSoundLedger({ database });
  } finally {
    await api.stop();
    await database.drop();
  }
});

it("after these tests, `verify` finds nothing wrong with the approval policy or a proposer's role [APR-21, APR-24]", async () => {
  const { stdout } = await runCli(['verify'], { database: bank.database });
  expect(stdout).not.toContain('approval policy');
  expect(stdout).not.toContain("the proposer's role");
});
