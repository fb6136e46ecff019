import { balanceEffectOf } from '@moniker/common/transactions.js';
import { type AuditEvent, isAuditEvent, type LedgerEvent, POLICY_STREAM } from './events.js';

/**
 * What the policy of approvals covers (APR-1): whatever moves money or its date, assigns or takes away a number, or changes a
 * role or the policy.
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

const ROLE_EVENT_TYPES = [
  'AdminRoleGranted',
  'AdminRoleRevoked',
  'AdminDisabled',
  'AdminEnabled',
] as const satisfies readonly AuditEvent['type'][];
type RoleEventType = (typeof ROLE_EVENT_TYPES)[number];

/** An action on something. Its permit names the same action, subject and amount. */
export interface GuardedChange {
  readonly action: GuardedAction;
  /** The id of the transaction, account, request or user that changes; `policy` for the policy. */
  readonly subjectId: string;
  /** Zero for actions without an amount. */
  readonly amountCents: number;
}

/**
 * Returns what an admin's event changes, or null if the policy does not cover it. The same event of a customer, such as
 * a registration, is no guarded change. The event does not state whether a request was approved before: the caller knows
 * whether its decision takes a number away.
 */
export function guardedChangeOf(event: LedgerEvent): GuardedChange | null {
  if (isAuditEvent(event)) return guardedRecordOf(event);
  switch (event.type) {
    case 'CreditRecorded':
      return moved('credit', event.payload);
    case 'IncomingPaymentCreated':
      return moved('incoming_payment', event.payload);
    case 'BalanceAdjusted': {
      const { transactionId, deltaCents } = event.payload;
      return moved('balance_edit', { transactionId, amountCents: Math.abs(deltaCents) });
    }
    case 'TransactionStatusChanged': {
      const { kind, from } = event.payload;
      const isReversal = balanceEffectOf(kind, from) === 'posts';
      return moved(isReversal ? 'reversal' : 'decision', event.payload);
    }
    case 'AccountClosed':
      return {
        action: 'deletion',
        subjectId: event.payload.accountId,
        amountCents: event.payload.sweptCents,
      };
    case 'TransactionAmended': {
      const { transactionId, shownAt } = event.payload;
      return shownAt === null ? null : withoutAmount('shown_date', transactionId);
    }
    case 'AccountOpened':
    case 'TransferRequested':
    case 'TransferCanceled':
      return null;
  }
}

function guardedRecordOf(event: AuditEvent): GuardedChange | null {
  if (event.type === 'ApprovalPolicyChanged') return withoutAmount('policy', POLICY_STREAM);
  if (isRoleChange(event)) return withoutAmount('role', event.payload.userId);
  if (event.type !== 'AccountRequestDecided' || event.payload.status !== 'approved') return null;
  return withoutAmount('account_number', event.payload.accountRequestId);
}

function isRoleChange(event: AuditEvent): event is Extract<AuditEvent, { readonly type: RoleEventType }> {
  return ROLE_EVENT_TYPES.some((type) => type === event.type);
}

export function isSameChange(one: GuardedChange, other: GuardedChange): boolean {
  return (
    one.action === other.action && one.subjectId === other.subjectId && one.amountCents === other.amountCents
  );
}

function moved(
  action: GuardedAction,
  { transactionId, amountCents }: { readonly transactionId: string; readonly amountCents: number },
): GuardedChange {
  return { action, subjectId: transactionId, amountCents };
}

function withoutAmount(action: GuardedAction, subjectId: string): GuardedChange {
  return { action, subjectId, amountCents: 0 };
}
