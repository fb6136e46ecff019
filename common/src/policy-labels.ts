/**
 * What the approval policy covers, in the order of the form that edits it (APR-1). Proposals to change the policy use
 * the same names.
 */
export const POLICY_LABELS = {
  credit: 'Credits',
  incoming_payment: 'Incoming payments',
  balance_edit: 'Balance edits',
  decision: 'Payment decisions',
  reversal: 'Reversals',
  deletion: 'User deletions',
  account_number: 'Account numbers',
  role: 'Admin roles',
  policy: 'Approval policy',
  shown_date: 'Payment date changes',
  account_number_removal: 'Account number removals',
} as const;
