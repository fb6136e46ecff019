import type { TransactionStatus } from '@moniker/common/transactions.js';
import type { GuardedChange } from './guarded-action.js';

/** Why a command was refused. A refusal is a result, not an exception, and appends no event. */
export type Refusal =
  | { readonly code: 'ACCOUNT_EXISTS' }
  | { readonly code: 'ACCOUNT_NOT_FOUND' }
  | { readonly code: 'ACCOUNT_CLOSED' }
  | { readonly code: 'ACCOUNT_FROZEN' }
  | { readonly code: 'ACCOUNT_NOT_FROZEN' }
  | { readonly code: 'ACCOUNT_CHANGED'; readonly balanceCents: number }
  | { readonly code: 'AMOUNT_INVALID' }
  | { readonly code: 'INSUFFICIENT_FUNDS'; readonly availableCents: number; readonly shortfallCents: number }
  | { readonly code: 'DAILY_LIMIT_EXCEEDED'; readonly limitCents: number; readonly usedCents: number }
  | { readonly code: 'TRANSACTION_EXISTS' }
  | { readonly code: 'TRANSACTION_NOT_FOUND' }
  | { readonly code: 'TRANSACTION_FINAL' }
  | { readonly code: 'CANCELED_BY_CUSTOMER' }
  | { readonly code: 'TRANSFER_NOT_PENDING'; readonly status: TransactionStatus }
  | { readonly code: 'REVISION_STALE'; readonly status: string; readonly changedAt: Date }
  | { readonly code: 'REVERSAL_EXCEEDS_AVAILABLE'; readonly shortfallCents: number }
  | { readonly code: 'OWN_RECIPIENT' }
  | { readonly code: 'RECIPIENT_NOT_OPEN' }
  | { readonly code: 'RECIPIENT_CLOSED'; readonly isReversal: boolean }
  | { readonly code: 'RECIPIENT_SHORT'; readonly shortfallCents: number }
  | { readonly code: 'PAIRED' }
  | { readonly code: 'BALANCE_BELOW_HELD'; readonly heldCents: number }
  | { readonly code: 'STREAM_CHANGED'; readonly stream: string }
  | { readonly code: 'APPROVAL_REQUIRED'; readonly change: GuardedChange }
  | { readonly code: 'PROPOSAL_OUTDATED' };

export type RefusalCode = Refusal['code'];
