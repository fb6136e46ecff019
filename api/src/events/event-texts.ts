import type { TransactionKind } from '@moniker/common/transactions.js';
import type { LedgerEventType, PayloadOf } from '../ledger/domain/events.js';
import type { MailRequest } from '../outbox/outbox.service.js';

/** The texts for one type of event. */
export interface EventTexts<Type extends LedgerEventType> {
  /** A sentence without a period (HIST-2). `customer` is the label of the event's customer. */
  readonly forAdmins: (payload: PayloadOf<Type>, customer: string, facts: AdminFacts) => string;
  /** Null if customers are not told about such events. */
  readonly forCustomer: CustomerTexts<Type> | null;
}

/** Facts that admins' texts need but the event itself doesn't contain. */
export interface AdminFacts {
  /** The proposal that an event decides or closes; null if unknown, and for other events. */
  readonly proposed: PayloadOf<'ProposalMade'> | null;
}

export interface CustomerTexts<Type extends LedgerEventType> {
  /** Who causes such events. An admin acts as the bank, even an admin who has an account here. */
  readonly by: 'customer' | 'bank';
  /**
   * The event's text in its transaction's timeline (TXN-7) and in notifications. Null for events that do not concern
   * the customer, such as admins' notes (TRF-18). `formatDay` formats a date in the bank's time zone.
   */
  readonly describe: (
    payload: PayloadOf<Type>,
    facts: FactsOf<Type>,
    formatDay: (time: Date) => string,
  ) => EventDescription | null;
  /**
   * Whether the customer is notified if someone else caused the event (NTF-2). True if the event moved money or a hold,
   * was a decision, or means that a scheduled transfer was not made.
   */
  readonly isNotified: (payload: PayloadOf<Type>) => boolean;
  /**
   * The email about the event, or null. Customers are emailed when a transaction other than a balance edit moves money
   * or changes a hold, about decisions on account requests (MAIL-2), and about transfer plans (TRF-127, TRF-164).
   */
  readonly mail: ((payload: PayloadOf<Type>, position: number) => MailRequest | null) | null;
}

/** The texts for a type of event that customers are not told about. */
export function adminsOnly<Payload>(
  forAdmins: (payload: Payload, customer: string, facts: AdminFacts) => string,
) {
  return { forAdmins, forCustomer: null };
}

/** An event in plain words. */
export interface EventDescription {
  readonly title: string;
  readonly text: string;
}

/** The data used to describe a transaction. Texts are null once they are erased. */
export interface TransactionFacts {
  readonly kind: TransactionKind;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly description: string | null;
  readonly recipientName: string | null;
  readonly fromAccount: string | null;
  /**
   * The reason given to the customer if the event is the last decision that declined the transaction (TRF-86);
   * otherwise null.
   */
  readonly customerReason: string | null;
  /** Whether the event comes from one of the customer's transfer plans (TRF-123). */
  readonly isPlanned?: boolean;
}

/** Facts about an account request that its event doesn't contain. */
export interface AccountRequestFacts {
  /** Whether the request had been approved before. If so, a rejection takes the account number away. */
  readonly wasApproved: boolean;
}

export type FactsOf<Type extends LedgerEventType> =
  PayloadOf<Type> extends { readonly transactionId: string }
    ? TransactionFacts
    : Type extends 'AccountRequestDecided'
      ? AccountRequestFacts
      : null;

export type TextsByType = { readonly [Type in LedgerEventType]: EventTexts<Type> };
