import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import type { Entry } from './transactions.js';

/*
 * Events are facts in the past tense. Their payloads are versioned and never reshaped (LED-14). Payloads hold ids and
 * amounts only. Personal data and free text live in tables that can be erased; events hold salted digests of the texts
 * (LED-8).
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
  /** The rate of the fee in basis points, so that the fee stays verifiable when the rate changes. */
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
  /** Digest of the notes written at creation. Absent without notes and in older events. */
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

/** A customer canceled their own pending transfer. It is final: no later status change may follow (TRF-27). */
export interface TransferCanceled extends MoneyMovement {
  readonly transactionId: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly bankDay: string;
}

export interface TransactionAmended {
  readonly transactionId: string;
  readonly accountId: string;
  /** Null if the notes stay the same. */
  readonly notesDigest: string | null;
  /** ISO 8601; null if the shown date stays the same. */
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

/**
 * Decisions and accesses that auditors must see (LED-9), with the fields of their payloads that are texts; some types
 * also have those of `StructuredAuditFields`. They move no money. Everything that treats them alike derives from this table.
 */
export const AUDIT_EVENTS = {
  KycSubmitted: { version: 1, fields: ['kycId', 'userId', 'origin'] },
  KycApproved: { version: 2, fields: ['kycId', 'userId'] },
  KycRejected: { version: 1, fields: ['kycId', 'userId'] },
  KycReset: { version: 1, fields: ['kycId', 'userId'] },
  AccountRequestDecided: { version: 1, fields: ['accountRequestId', 'userId', 'status'] },
  AccountNumberAssigned: { version: 1, fields: ['accountRequestId', 'userId', 'numbersDigest', 'origin'] },
  AccountNumberChanged: { version: 1, fields: ['accountRequestId', 'userId', 'numbersDigest', 'origin'] },
  AdminRoleGranted: { version: 1, fields: ['userId', 'role', 'changeId', 'reasonDigest', 'origin'] },
  AdminRoleRevoked: { version: 1, fields: ['userId', 'role', 'changeId', 'reasonDigest', 'origin'] },
  AdminDisabled: { version: 1, fields: ['userId', 'role', 'changeId', 'reasonDigest', 'origin'] },
  AdminEnabled: { version: 1, fields: ['userId', 'role', 'changeId', 'reasonDigest', 'origin'] },
  UserDeleted: { version: 1, fields: ['userId'] },
  SsnRead: { version: 1, fields: ['kycId', 'userId'] },
  IdentityDocumentRead: { version: 1, fields: ['documentId', 'userId'] },
  DuplicateSsnRefused: { version: 1, fields: ['userId'] },
  FactorAdded: { version: 2, fields: ['userId', 'factor', 'origin'] },
  FactorRemoved: { version: 2, fields: ['userId', 'factor'] },
  FactorsReset: { version: 1, fields: ['userId'] },
  AccountFrozen: { version: 1, fields: ['userId', 'reason', 'signIn'] },
  AccountUnfrozen: { version: 1, fields: ['userId', 'reason'] },
  ApprovalPolicyChanged: { version: 1, fields: ['policy'] },
  ProposalMade: {
    version: 1,
    fields: ['userId', 'action', 'subjectId', 'amountCents', 'digest'],
  },
  ProposalApproved: { version: 2, fields: ['userId', 'digest'] },
  ProposalRejected: { version: 1, fields: ['userId'] },
  ProposalWithdrawn: { version: 1, fields: ['userId'] },
  ProposalClosed: { version: 1, fields: ['userId', 'reason'] },
  DashboardTextsChanged: { version: 1, fields: ['userId', 'contentDigest'] },
  ChatReplySent: { version: 1, fields: ['userId', 'messageId', 'messageDigest'] },
  AdminLimitUsed: {
    version: 1,
    fields: ['userId', 'bankDay', 'action', 'subjectId', 'amountCents', 'usedCents'],
  },
} as const satisfies Record<string, { version: number; fields: readonly string[] }>;

/**
 * How an event of a number, a role or a factor came about: by a decision, or recorded afterwards, because the decision was
 * made before such events existed (LED-61) or before its user was an admin (AUTH-92).
 */
export type EventOrigin = 'decision' | 'backfill';

/**
 * Why the digests of an application were recorded: it was submitted, a document was replaced (KYC-17), the key of SSNs was
 * rotated (SEC-11), or it is from before such events existed.
 */
export type KycSubmissionOrigin = 'submission' | 'document' | 'rotation' | 'backfill';

/** What a reviewer can confirm to have compared with the documents (KYC-51). Names are stored and never reused. */
export const KYC_COMPARISONS = [
  'licenseName',
  'licenseAddress',
  'licenseValidity',
  'licenseSides',
  'companyDocuments',
] as const;
export type KycComparison = (typeof KYC_COMPARISONS)[number];

/** Salted digests of an application (LED-70); null in events from before they existed. */
export interface IdentityDigests {
  /** Of account type, name and address. */
  readonly identityDigest: string | null;
  /** Of the SSN as it is stored: the claim's keyed index and the ciphertext. */
  readonly claimDigest: string | null;
  /** By kind of document, of the bytes of each of its files: today one, later one for each page. */
  readonly documents: Readonly<Record<string, readonly string[]>>;
}

/** What a passkey returns when it signs (WebAuthn). All fields are base64url. */
export interface PasskeySignature {
  readonly credentialId: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
}

/** A passkey that can sign approvals of its admin (AUTH-90). */
export interface ApprovalKey {
  readonly credentialId: string;
  /** COSE (RFC 9052) in base64url. */
  readonly publicKey: string;
  /** Of an earlier passkey of the admin; null without one (AUTH-91). */
  readonly signature: PasskeySignature | null;
}

/** The payload fields of audit events that are no texts. */
export interface StructuredAuditFields {
  /** Null for apps, for factors of customers and in events from before it was recorded. */
  readonly FactorAdded: { readonly key: ApprovalKey | null };
  /** Null for apps and in events from before it was recorded. */
  readonly FactorRemoved: { readonly credentialId: string | null };
  /** Null if the policy in force requires no signatures (APR-30). */
  readonly ProposalApproved: { readonly signature: PasskeySignature | null };
  readonly KycSubmitted: IdentityDigests;
  readonly KycApproved: IdentityDigests & { readonly comparisons: readonly KycComparison[] };
}

/** What an approval states that was recorded before such digests existed. */
export const NO_IDENTITY_DIGESTS: StructuredAuditFields['KycApproved'] = {
  identityDigest: null,
  claimDigest: null,
  documents: {},
  comparisons: [],
};

export type AuditEventType = keyof typeof AUDIT_EVENTS;

type AuditPayload<Type extends AuditEventType> = {
  readonly [Field in (typeof AUDIT_EVENTS)[Type]['fields'][number]]: string;
} & (Type extends keyof StructuredAuditFields ? StructuredAuditFields[Type] : unknown);

export type AuditEvent = {
  [Type in AuditEventType]: { readonly type: Type; readonly payload: AuditPayload<Type> };
}[AuditEventType];

export type LedgerEvent =
  | { readonly type: 'AccountOpened'; readonly payload: AccountOpened }
  | { readonly type: 'TransferRequested'; readonly payload: TransferRequested }
  | { readonly type: 'IncomingPaymentCreated'; readonly payload: IncomingPaymentCreated }
  | { readonly type: 'CreditRecorded'; readonly payload: CreditRecorded }
  | { readonly type: 'TransactionStatusChanged'; readonly payload: TransactionStatusChanged }
  | { readonly type: 'TransferCanceled'; readonly payload: TransferCanceled }
  | { readonly type: 'TransactionAmended'; readonly payload: TransactionAmended }
  | { readonly type: 'BalanceAdjusted'; readonly payload: BalanceAdjusted }
  | { readonly type: 'AccountClosed'; readonly payload: AccountClosed }
  | AuditEvent;

export type LedgerEventType = LedgerEvent['type'];

/**
 * The payload version of new events, by type. Stored payloads are never rewritten: to change a shape, increase the
 * number here and add an upcaster in `log/upcast.ts`.
 */
export const PAYLOAD_VERSIONS: Readonly<Record<LedgerEventType, number>> = {
  AccountOpened: 1,
  TransferRequested: 2,
  IncomingPaymentCreated: 1,
  CreditRecorded: 1,
  TransactionStatusChanged: 1,
  TransferCanceled: 1,
  TransactionAmended: 1,
  BalanceAdjusted: 1,
  AccountClosed: 1,
  ...auditVersions(),
};

function auditVersions(): Readonly<Record<AuditEventType, number>> {
  const versions = Object.entries(AUDIT_EVENTS).map(([type, { version }]) => [type, version]);
  return Object.fromEntries(versions) as Record<AuditEventType, number>;
}

/** All event types. */
export const EVENT_TYPES = Object.keys(PAYLOAD_VERSIONS) as readonly LedgerEventType[];

/** Narrows an event to a decision or access that moves no money (`AUDIT_EVENTS`). */
export function isAuditEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: AuditEventType }> {
  return Object.hasOwn(AUDIT_EVENTS, event.type);
}

/** A decided event that has no position and version yet. */
export type NewEvent = LedgerEvent & { readonly stream: string };

/** An event with its position in the log and its version in the stream. */
export type SequencedEvent = NewEvent & {
  readonly position: number;
  readonly version: number;
  readonly recordedAt: Date;
};

/** The stream of the bank's approval policy. */
export const POLICY_STREAM = 'policy:approvals';

/** The stream of what one admin has moved alone under a daily limit. */
export function adminLimitStream(adminId: string): string {
  return `admin-limit:${adminId}`;
}

export function proposalStream(proposalId: string): string {
  return `proposal:${proposalId}`;
}

/** The stream of decisions about a user. */
export function userStream(userId: string): string {
  return `user:${userId}`;
}

/** The stream of the texts on the dashboard of a customer. */
export function dashboardStream(userId: string): string {
  return `dashboard:${userId}`;
}

/** The stream of the bank's replies to a customer. */
export function chatStream(userId: string): string {
  return `chat:${userId}`;
}

export const ACCOUNT_STREAM_PREFIX = 'account:';

export function accountStream(accountId: string): string {
  return `${ACCOUNT_STREAM_PREFIX}${accountId}`;
}

/**
 * Whether a stream belongs to an account. Compares without building the stream's name, because replays call it for
 * every event.
 */
export function isStreamOfAccount(stream: string, accountId: string): boolean {
  return (
    stream.length === ACCOUNT_STREAM_PREFIX.length + accountId.length &&
    stream.startsWith(ACCOUNT_STREAM_PREFIX) &&
    stream.endsWith(accountId)
  );
}
