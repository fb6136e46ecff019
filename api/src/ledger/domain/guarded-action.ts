/**
 * The admin actions that the approval policy covers (APR-1): those that move money, delete a user, change a shown
 * date, assign or remove an account number, or change a role or the policy.
 */
export const GUARDED_ACTIONS = [
  'credit',
  'incoming_payment',
  'balance_edit',
  'decision',
  'reversal',
  'deletion',
  'account_number',
  'role',
  'policy',
  'shown_date',
  'account_number_removal',
] as const;
export type GuardedAction = (typeof GUARDED_ACTIONS)[number];

/**
 * The guarded actions that change table rows. The transaction that changes these rows also closes the proposal's row.
 * All other guarded actions are ledger commands.
 */
export const ROW_ACTIONS: readonly GuardedAction[] = [
  'deletion',
  'account_number',
  'account_number_removal',
  'role',
];

/**
 * A change that the policy covers. The proposal or limit record that permits the change names the same action, subject
 * and amount.
 */
export interface GuardedChange {
  readonly action: GuardedAction;
  /** The id of the transaction, account, account request or user being changed; `POLICY_STREAM` for the policy. */
  readonly subjectId: string;
  /** Zero for actions without an amount. */
  readonly amountCents: number;
}

export function isSameChange(one: GuardedChange, other: GuardedChange): boolean {
  return (
    one.action === other.action && one.subjectId === other.subjectId && one.amountCents === other.amountCents
  );
}
