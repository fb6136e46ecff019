import { expect } from '@jest/globals';
import type { DemoBank, HttpClient, HttpResponse } from '../harness/index.js';
import { newCustomer } from '../kyc/kyc.fixtures.js';
import { requestAccount, userIdOf, type ApiErrorBody } from '../payments/money.fixtures.js';

/** A proposal as the API returns it. */
export interface Proposal extends ApiErrorBody {
  id: string;
  action: string;
  status: string;
  amount: string;
  digest: string;
  details: { label: string; value: string }[];
  proposedBy: string;
  decidedBy: string | null;
  isMine: boolean;
}

/** The answer to a change that was proposed instead of made. */
export const PROPOSED = {
  status: 202,
  body: {
    code: 'APPROVAL_REQUIRED',
    message: 'Sent for approval. Nothing changes until another admin approves it',
  },
};

/** The answer to a decision on a proposal that has already been decided. */
export const DECIDED = { status: 409, body: { code: 'ALREADY_DECIDED' } };

export const PROPOSALS = '/api/admin/proposals';
export const POLICY = '/api/admin/approval-policy';

const ACTIONS_UP_TO_LIMIT = ['credit', 'incoming_payment', 'balance_edit', 'decision', 'reversal'];
const ACTIONS_OF_TWO = [
  ...['deletion', 'account_number', 'role', 'policy', 'shown_date', 'account_number_removal'],
];

/** Policy rules that let one admin do everything alone. */
export const ALONE = Object.fromEntries(
  [...ACTIONS_UP_TO_LIMIT, ...ACTIONS_OF_TWO].map((action) => [action, 'alone']),
);

/** A policy under which one admin may move up to $500.00 a day alone; everything else takes two admins. */
export const STRICT = {
  rules: Object.fromEntries([
    ...ACTIONS_UP_TO_LIMIT.map((action) => [action, 'limit']),
    ...ACTIONS_OF_TWO.map((action) => [action, 'approval']),
  ]) as Record<string, string>,
  dailyLimit: 500,
};

export async function pendingProposals(client: HttpClient): Promise<Proposal[]> {
  const { body } = await client.get<{ items: Proposal[] }>(`${PROPOSALS}?limit=100`);
  return body.items;
}

/** Returns the newest pending proposal. */
export async function newestProposal(client: HttpClient): Promise<Proposal> {
  const [newest] = await pendingProposals(client);
  if (newest === undefined) throw new Error('there is no pending proposal');
  return newest;
}

export function approve(
  client: HttpClient,
  { id, digest }: Proposal,
  headers: Record<string, string> = {},
): Promise<HttpResponse<Proposal>> {
  return client.post(`${PROPOSALS}/${id}/approve`, { digest }, { headers });
}

export function close(
  client: HttpClient,
  { id }: Proposal,
  decision: 'reject' | 'withdraw',
): Promise<HttpResponse<Proposal>> {
  return client.post(`${PROPOSALS}/${id}/${decision}`, {});
}

/** Credits a customer, or proposes the credit if the policy requires a second admin. */
export const credit = (
  by: HttpClient,
  userId: string,
  amount: number,
  headers: Record<string, string> = {},
) =>
  by.post<ApiErrorBody>(
    '/api/admin/transactions',
    { userId, type: 'credit', amount, description: 'Goodwill' },
    { headers },
  );

interface Proposing {
  /** Proposes a credit to Alice. */
  readonly credit: (amount?: number) => Promise<Proposal>;
  readonly deletion: () => Promise<Proposal>;
  readonly role: () => Promise<Proposal>;
  readonly accountNumber: () => Promise<Proposal>;
}

/**
 * Functions that make a proposal as the first of two admins. Proposals are about a new customer unless noted. Each
 * function returns the proposal as the second admin sees it.
 */
export function proposing(bank: DemoBank, people: () => readonly [HttpClient, HttpClient]): Proposing {
  const propose = async (send: (by: HttpClient) => Promise<HttpResponse>): Promise<Proposal> => {
    const [proposer, approver] = people();
    expect(await send(proposer)).toMatchObject(PROPOSED);
    return newestProposal(approver);
  };
  const customerId = async (): Promise<string> =>
    userIdOf(await newCustomer(bank.api.baseUrl, bank.database));
  return {
    credit: (amount = 600) => propose(async (by) => credit(by, await userIdOf(bank.alice), amount)),
    deletion: () => propose(async (by) => by.delete(`/api/admin/users/${await customerId()}`)),
    role: () =>
      propose(async (by) =>
        by.put(`/api/admin/team/${await customerId()}`, { role: 'support', reason: 'Joins the night shift' }),
      ),
    accountNumber: () =>
      propose(async (by) => {
        const requestId = await requestAccount(bank.database, await customerId());
        return by.put(`/api/admin/account-requests/${requestId}`, { status: 'approved' });
      }),
  };
}
