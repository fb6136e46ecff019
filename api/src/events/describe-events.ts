import { isolate } from '@moniker/common/typed-text.js';
import type { LedgerEvent, LedgerEventType, SequencedEvent } from '../ledger/domain/events.js';
import type { MailRequest } from '../outbox/outbox.service.js';
import { ACCOUNT_REQUESTS } from './account-requests.js';
import { ACCOUNTS } from './accounts.js';
import { ADMIN_ROLES } from './admin-roles.js';
import { APPROVALS } from './approvals.js';
import type {
  AccountRequestFacts,
  AdminFacts,
  EventDescription,
  FactsOf,
  TextsByType,
  TransactionFacts,
} from './event-texts.js';
import { FACTORS } from './factors.js';
import { IDENTITY_CHECKS } from './identity-checks.js';
import { SUPPORT } from './support.js';
import { TransactionStatusChanged } from './transaction-status-changed.js';
import { TRANSACTIONS } from './transactions.js';
import { TRANSFER_PLANS } from './transfer-plans.js';

const TEXTS: TextsByType = {
  ...ACCOUNTS,
  ...TRANSACTIONS,
  TransactionStatusChanged,
  ...IDENTITY_CHECKS,
  ...ACCOUNT_REQUESTS,
  ...ADMIN_ROLES,
  ...FACTORS,
  ...APPROVALS,
  ...SUPPORT,
  ...TRANSFER_PLANS,
};

/**
 * Describes an event in a sentence without a period (HIST-2). `event` is null if it cannot be read; `customer` is the
 * label of the event's customer.
 */
export function describeForAdmins(
  event: SequencedEvent | null,
  customer: string,
  facts: AdminFacts = { proposed: null },
): string {
  return event === null
    ? "This event can't be read: it was altered, or it was written by a newer version"
    : sentenceFor(event, isolate(customer), facts);
}

function sentenceFor<Type extends LedgerEventType>(
  { type, payload }: LedgerEvent<Type>,
  customer: string,
  facts: AdminFacts,
): string {
  return TEXTS[type].forAdmins(payload, customer, facts);
}

/**
 * Describes an event to its customer, or returns null if the customer isn't told about it. `facts` describes the
 * event's transaction or account request. Pass null for other events.
 */
export function describeForCustomer<Type extends LedgerEventType>(
  { type, payload }: LedgerEvent<Type>,
  facts: TransactionFacts | AccountRequestFacts | null,
  formatDay: (time: Date) => string,
): EventDescription | null {
  if ('transactionId' in payload && facts === null) return null;
  return TEXTS[type].forCustomer?.describe(payload, facts as FactsOf<Type>, formatDay) ?? null;
}

/** Whether the customer is notified of the event if someone else caused it (NTF-2). */
export function isNotified<Type extends LedgerEventType>({ type, payload }: LedgerEvent<Type>): boolean {
  return TEXTS[type].forCustomer?.isNotified(payload) ?? false;
}

/** Whether customers cause events of this type. */
export function isByCustomer({ type }: { readonly type: LedgerEventType }): boolean {
  return TEXTS[type].forCustomer?.by === 'customer';
}

/** Returns the email for an event, or null (MAIL-2). */
export function mailForEvent<Type extends LedgerEventType>({
  type,
  payload,
  position,
}: LedgerEvent<Type> & { readonly position: number }): MailRequest | null {
  return TEXTS[type].forCustomer?.mail?.(payload, position) ?? null;
}
