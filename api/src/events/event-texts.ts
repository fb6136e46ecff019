import type { TransactionKind } from '@moniker/common/transactions.js';
import type { LedgerEventType, PayloadOf } from '../ledger/domain/events.js';
import type { MailRequest } from '../outbox/outbox.service.js';

/** What people read about a type of event. */
export interface EventTexts<Type extends LedgerEventType> {
  /** A sentence without a period (HIST-2). `customer` is the label of its customer. */
  readonly forAdmins: (payload: PayloadOf<Type>, customer: string) => string;
  /** Null if its customer reads nothing about it. */
  readonly forCustomer: CustomerTexts<Type> | null;
}

export interface CustomerTexts<Type extends LedgerEventType> {
  /** Who causes such events. An admin can have an account too, but acts on it as the bank. */
  readonly by: 'customer' | 'bank';
  /**
   * The event in the timeline of its transaction (TXN-7) and in notifications. Null for events that do not concern the
   * customer, such as notes of admins (TRF-18). `formatDay` formats a date in the bank's time zone.
   */
  readonly describe: (
    payload: PayloadOf<Type>,
    facts: FactsOf<Type>,
    formatDay: (time: Date) => string,
  ) => EventDescription | null;
  /** Whether the customer is notified, if someone else caused it: money or a hold moved, or something was decided (NTF-2). */
  readonly isNotified: (payload: PayloadOf<Type>) => boolean;
  /**
   * The mail about it, with ids only, or null. Mailed are moved money, created and released holds, and decided account
   * requests (MAIL-2).
   */
  readonly mail: ((payload: PayloadOf<Type>, position: number) => MailRequest | null) | null;
}

/** The texts of a type of event about which its customer reads nothing. */
export function adminsOnly<Payload>(forAdmins: (payload: Payload, customer: string) => string) {
  return { forAdmins, forCustomer: null };
}

/** An event in plain words. */
export interface EventDescription {
  readonly title: string;
  readonly text: string;
}

/** The data from which a transaction is described. Texts are null once they are erased. */
export interface TransactionFacts {
  readonly kind: TransactionKind;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly description: string | null;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
  /** Why the decision that is described has declined it (TRF-86); null for other events, and without a reason. */
  readonly customerReason: string | null;
  /** Whether the event comes from a plan of the customer (TRF-123). */
  readonly isPlanned?: boolean;
}

export type FactsOf<Type extends LedgerEventType> =
  PayloadOf<Type> extends { readonly transactionId: string } ? TransactionFacts : null;

export type TextsByType = { readonly [Type in LedgerEventType]: EventTexts<Type> };
