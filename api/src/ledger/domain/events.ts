import type { Entry, TransactionCategory, TransactionKind, TransactionStatus } from './transactions.js';

/**
 * Events are facts, named in the past tense, versioned and never reshaped. Payloads carry ids and amounts;
 * names, SSNs, e-mail addresses and free text live in tables that can be erased, and only a salted digest of
 * a transaction's texts is recorded here.
 */

interface MoneyMovement {
  readonly holdCents: number;
  readonly entries: readonly Entry[];
}

export interface AccountOpened {
  readonly accountId: string;
}

export interface TransferRequested extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  /** The rate that gave the fee, in hundredths of a percent: it may change, and what was charged stays provable. */
  readonly feeBasisPoints: number;
  readonly category: TransactionCategory;
  readonly bankDay: string;
  readonly textsDigest: string;
}

export interface IncomingPaymentCreated extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly textsDigest: string;
  /** Of notes that were written at the creation. Older events have none, nor have those without notes. */
  readonly notesDigest?: string;
}

export interface CreditRecorded extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly category: TransactionCategory | null;
  readonly textsDigest: string;
}

export interface TransactionStatusChanged extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly kind: TransactionKind;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly amountCents: number;
  readonly bankDay: string | null;
}

export interface TransactionAmended {
  readonly transactionId: string;
  readonly accountId: string;
  /** Null where the notes stay as they are. */
  readonly notesDigest: string | null;
  /** ISO 8601, or null where the date stays as it was. */
  readonly shownAt: string | null;
}

export interface BalanceAdjusted extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly fromCents: number;
  readonly toCents: number;
  readonly deltaCents: number;
  readonly textsDigest: string;
}

export interface AccountClosed extends MoneyMovement {
  readonly accountId: string;
  readonly sweptCents: number;
}

export type AuditEvent =
  | { readonly type: 'KycApproved'; readonly payload: { readonly kycId: string; readonly userId: string } }
  | { readonly type: 'KycRejected'; readonly payload: { readonly kycId: string; readonly userId: string } }
  | { readonly type: 'KycReset'; readonly payload: { readonly kycId: string; readonly userId: string } }
  | {
      readonly type: 'AccountRequestDecided';
      readonly payload: {
        readonly accountRequestId: string;
        readonly userId: string;
        readonly status: string;
      };
    }
  | { readonly type: 'UserDeleted'; readonly payload: { readonly userId: string } }
  | { readonly type: 'SsnRead'; readonly payload: { readonly kycId: string; readonly userId: string } }
  | {
      readonly type: 'IdentityDocumentRead';
      readonly payload: { readonly documentId: string; readonly userId: string };
    };

export type LedgerEvent =
  | { readonly type: 'AccountOpened'; readonly payload: AccountOpened }
  | { readonly type: 'TransferRequested'; readonly payload: TransferRequested }
  | { readonly type: 'IncomingPaymentCreated'; readonly payload: IncomingPaymentCreated }
  | { readonly type: 'CreditRecorded'; readonly payload: CreditRecorded }
  | { readonly type: 'TransactionStatusChanged'; readonly payload: TransactionStatusChanged }
  | { readonly type: 'TransactionAmended'; readonly payload: TransactionAmended }
  | { readonly type: 'BalanceAdjusted'; readonly payload: BalanceAdjusted }
  | { readonly type: 'AccountClosed'; readonly payload: AccountClosed }
  | AuditEvent;

export type LedgerEventType = LedgerEvent['type'];

/**
 * Versions of the payload shapes above, with which new events are written. An older one is lifted when it is read
 * (`log/upcast.ts`), never rewritten: a change of a shape is the next number here and a step there.
 */
export const PAYLOAD_VERSIONS: Readonly<Record<LedgerEventType, number>> = {
  AccountOpened: 1,
  TransferRequested: 2,
  IncomingPaymentCreated: 1,
  CreditRecorded: 1,
  TransactionStatusChanged: 1,
  TransactionAmended: 1,
  BalanceAdjusted: 1,
  AccountClosed: 1,
  KycApproved: 1,
  KycRejected: 1,
  KycReset: 1,
  AccountRequestDecided: 1,
  UserDeleted: 1,
  SsnRead: 1,
  IdentityDocumentRead: 1,
};

/** A decided event on its way to its stream, not yet numbered. */
export type NewEvent = LedgerEvent & { readonly stream: string };

/** An event with its place in the log. */
export type SequencedEvent = NewEvent & {
  readonly position: number;
  readonly version: number;
  readonly recordedAt: Date;
};

/** What the streams of accounts begin with. */
export const ACCOUNT_STREAM_PREFIX = 'account:';

export function accountStream(accountId: string): string {
  return `${ACCOUNT_STREAM_PREFIX}${accountId}`;
}

/** Whether a stream is that of an account, without making its name. */
export function isStreamOfAccount(stream: string, accountId: string): boolean {
  return (
    stream.length === ACCOUNT_STREAM_PREFIX.length + accountId.length &&
    stream.startsWith(ACCOUNT_STREAM_PREFIX) &&
    stream.endsWith(accountId)
  );
}
