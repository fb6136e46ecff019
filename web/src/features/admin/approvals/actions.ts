import type { Proposal } from '@/lib/api/types';

const PROPOSED: Readonly<Record<Proposal['action'], string>> = {
  credit: 'Credit',
  incoming_payment: 'Incoming payment',
  balance_edit: 'Balance edit',
  decision: 'Payment decision',
  reversal: 'Reversal',
  deletion: 'User deletion',
  account_number: 'Account number',
  role: 'Admin access change',
  policy: 'Approval policy change',
  shown_date: 'Payment date change',
  account_number_removal: 'Account number removal',
};

/** Part of each form for a change that may need approval. Only the API knows whether it does (APR-2). */
export const MAY_NEED_APPROVAL = 'If the policy requires it, another admin has to approve this first.';

/** Why the bank closed a proposal: what happened to its proposer (APR-25). */
export const CLOSED_REASONS: Readonly<Record<NonNullable<Proposal['closedReason']>, string>> = {
  role_changed: "The proposer's role changed",
  account_frozen: "The proposer's account was frozen",
};

/** The title of a proposal with this action. An unknown action is its own title. */
export function proposalTitle(action: string): string {
  return action in PROPOSED ? PROPOSED[action as Proposal['action']] : action;
}
