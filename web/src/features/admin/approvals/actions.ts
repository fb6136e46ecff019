import type { Proposal } from '@/lib/api/types';

/** What the approval policy covers, in the order of its form (APR-1). */
export const ACTIONS: Readonly<Record<Proposal['action'], string>> = {
  credit: 'Credits',
  incoming_payment: 'Incoming payments',
  balance_edit: 'Balance edits',
  decision: 'Decisions on payments',
  reversal: 'Reversals',
  deletion: 'Deletions of users',
  account_number: 'Account numbers',
  role: 'Roles of admins',
  policy: 'This policy',
  shown_date: 'Shown dates of payments',
  account_number_removal: 'Removals of account numbers',
};

const PROPOSED: Readonly<Record<Proposal['action'], string>> = {
  credit: 'Credit',
  incoming_payment: 'Incoming payment',
  balance_edit: 'Balance edit',
  decision: 'Decision on a payment',
  reversal: 'Reversal',
  deletion: 'Deletion of a user',
  account_number: 'Account number',
  role: 'Role of an admin',
  policy: 'Change of the approval policy',
  shown_date: 'Shown date of a payment',
  account_number_removal: 'Removal of an account number',
};

/** What happened to the proposer of a proposal that the bank closed (APR-25). */
export const CLOSED_REASONS: Readonly<Record<NonNullable<Proposal['closedReason']>, string>> = {
  role_changed: "The proposer's role changed",
  account_frozen: "The proposer's account was frozen",
};

/** The name of what a proposal with this action would do. */
export function proposalTitle(action: string): string {
  return action in PROPOSED ? PROPOSED[action as Proposal['action']] : action;
}
