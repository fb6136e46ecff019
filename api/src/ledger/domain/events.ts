import { TRANSACTION_CATEGORIES } from '@moniker/common/categories.js';
import { balanceEffectOf, TRANSACTION_KINDS, TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import type { GuardedAction, GuardedChange } from './guarded-action.js';
import { isRecord } from './is-record.js';
import {
  absentOr,
  base64Url,
  basisPoints,
  cents,
  day,
  type Field,
  type Fields,
  listOf,
  nullOr,
  oneOf,
  record,
  text,
  time,
  type ValueOf,
  type ValuesOf,
} from './payload-fields.js';
import type { Entry } from './transactions.js';

/*
 * Events are facts in the past tense. Their payloads are versioned and never reshaped (LED-14). They contain no
 * personal data and no free text: these live in tables that can be erased, and events hold only salted digests of them
 * (LED-8).
 */

/** An event type. Code that handles all types alike, such as the parser, relies on these declarations. */
interface EventDeclaration<Of extends Fields> {
  /** The payload in its newest version. */
  readonly fields: Of;
  /** What an admin's event changes; null if the approval policy does not cover the change (APR-1). */
  readonly guarded: ((payload: ValuesOf<Of>) => GuardedChange | null) | null;
  /**
   * The fields added by versions 2, 3 and so on, each with the value that it gets when an event of an earlier version
   * is read.
   */
  readonly added: readonly Added<Of>[];
}

/** `undefined` leaves the field absent in events of earlier versions. */
type Added<Of extends Fields> = { readonly [Name in keyof ValuesOf<Of>]?: ValuesOf<Of>[Name] | undefined };

function event<const Of extends Fields>(
  fields: Of,
  guarded: EventDeclaration<Of>['guarded'],
  ...added: readonly Added<Of>[]
): EventDeclaration<Of> {
  return { fields, guarded, added };
}

const status = oneOf(TRANSACTION_STATUSES);
const kind = oneOf(TRANSACTION_KINDS);
const category = oneOf(TRANSACTION_CATEGORIES);
const entries: Field<readonly Entry[]> = listOf(record({ accountId: text, amountCents: cents }));

const POSTING = { holdCents: cents, entries };
const OF_TRANSACTION = { transactionId: text, accountId: text };
/**
 * The other customer's transfer that made this payment (TRF-61). The payment's event follows the transfer's event. It
 * is not guarded, because the transfer's event is already guarded. Absent for other payments.
 */
const transferId = absentOr(text);
const NEW_TRANSACTION = { ...OF_TRANSACTION, amountCents: cents, status, textsDigest: text, ...POSTING };

/** The events in the stream of an account. */
const ACCOUNT_EVENTS = {
  AccountOpened: event({ accountId: text }, null),
  TransferRequested: event(
    {
      ...NEW_TRANSACTION,
      feeCents: cents,
      /** The fee's rate, so the fee stays verifiable when the rate changes. */
      feeBasisPoints: basisPoints,
      category,
      bankDay: day,
      /** The customer who is paid when the transfer completes (TRF-61). Absent for other recipients. */
      recipientId: absentOr(text),
      /** The id of the payment to the customer in `recipientId`. */
      paymentId: absentOr(text),
    },
    null,
    // The rate was 2% for all events of version 1.
    { feeBasisPoints: 200 },
    { recipientId: undefined, paymentId: undefined },
  ),
  IncomingPaymentCreated: event(
    {
      ...NEW_TRANSACTION,
      /** Absent if there is a `transferId`, because the payment then has no texts of its own. */
      textsDigest: absentOr(text),
      /** Digest of the notes written at creation. Absent if there were no notes, and in older events. */
      notesDigest: absentOr(text),
      transferId,
    },
    (payment) => (payment.transferId === undefined ? moved('incoming_payment', payment) : null),
    { transferId: undefined },
  ),
  CreditRecorded: event({ ...NEW_TRANSACTION, category: nullOr(category) }, (credit) =>
    moved('credit', credit),
  ),
  TransactionStatusChanged: event(
    {
      ...OF_TRANSACTION,
      kind,
      from: status,
      to: status,
      amountCents: cents,
      bankDay: nullOr(day),
      transferId,
      ...POSTING,
    },
    (change) =>
      change.transferId === undefined
        ? moved(balanceEffectOf(change.kind, change.from) === 'posts' ? 'reversal' : 'decision', change)
        : null,
    { transferId: undefined },
  ),
  /** A customer canceled their own pending transfer. This is final: no later status change may follow (TRF-27). */
  TransferCanceled: event({ ...OF_TRANSACTION, amountCents: cents, bankDay: day, ...POSTING }, null),
  TransactionAmended: event(
    {
      ...OF_TRANSACTION,
      /** Null if the notes stay the same. */
      notesDigest: nullOr(text),
      /** ISO 8601; null if the shown date stays the same. */
      shownAt: nullOr(time),
    },
    ({ transactionId, shownAt }) => (shownAt === null ? null : withoutAmount('shown_date', transactionId)),
  ),
  BalanceAdjusted: event(
    {
      ...OF_TRANSACTION,
      fromCents: cents,
      toCents: cents,
      deltaCents: cents,
      textsDigest: text,
      ...POSTING,
    },
    ({ transactionId, deltaCents }) =>
      moved('balance_edit', { transactionId, amountCents: Math.abs(deltaCents) }),
  ),
  AccountClosed: event({ accountId: text, sweptCents: cents, ...POSTING }, ({ accountId, sweptCents }) => ({
    action: 'deletion',
    subjectId: accountId,
    amountCents: sweptCents,
  })),
} as const;

/**
 * What a reviewer can confirm after comparing an application with its documents (KYC-51). The names are stored and
 * never reused.
 */
export const KYC_COMPARISONS = [
  'licenseName',
  'licenseAddress',
  'licenseValidity',
  'licenseSides',
  'companyDocuments',
] as const;
export type KycComparison = (typeof KYC_COMPARISONS)[number];

const comparison = oneOf(KYC_COMPARISONS);

function comparisons(value: unknown): value is readonly KycComparison[] {
  return Array.isArray(value) && value.every(comparison) && new Set(value).size === value.length;
}

/** Maximum number of document kinds in an application, and of files per kind. */
const [MAX_KINDS, MAX_FILES] = [20, 50];

function documents(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  return (
    isRecord(value) &&
    Object.keys(value).length <= MAX_KINDS &&
    Object.entries(value).every(([name, files]) => /^[a-z][A-Za-z]{0,39}$/.test(name) && isFiles(files))
  );
}

function isFiles(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_FILES && value.every(text);
}

/** An application's salted digests (LED-70). Older events have none. */
const IDENTITY_DIGESTS = {
  /** Digest of the account type, the names of the applicant and the company, and the address. */
  identityDigest: nullOr(text),
  /** Digest of the SSN as stored: the claim's keyed index and the ciphertext. */
  claimDigest: nullOr(text),
  /** For each kind of document, a digest of the bytes of each file. */
  documents,
};
export type IdentityDigests = ValuesOf<typeof IDENTITY_DIGESTS>;

/** What a passkey returns when it signs (WebAuthn). */
const passkeySignature = record({
  credentialId: base64Url,
  authenticatorData: base64Url,
  clientDataJSON: base64Url,
  signature: base64Url,
});
export type PasskeySignature = ValueOf<typeof passkeySignature>;

/** A passkey that lets its admin sign approvals (AUTH-90). */
const approvalKey = record({
  credentialId: base64Url,
  /** COSE (RFC 9052). */
  publicKey: base64Url,
  /** The signature from one of the admin's earlier passkeys, or null (AUTH-91). */
  signature: nullOr(passkeySignature),
});
export type ApprovalKey = ValueOf<typeof approvalKey>;

const KYC = { kycId: text, userId: text };
const NUMBERS = { accountRequestId: text, userId: text, numbersDigest: text, origin: text };
const ROLE_CHANGE = { userId: text, role: text, changeId: text, reasonDigest: text, origin: text };

const roleChange = ({ userId }: { readonly userId: string }): GuardedChange => withoutAmount('role', userId);

/** The values for `KycApproved` events recorded before these fields existed. */
export const NO_IDENTITY_DIGESTS = {
  identityDigest: null,
  claimDigest: null,
  documents: {},
  comparisons: [],
} as const;

/** How often a scheduled transfer is made (TRF-121). These names, like those below, are stored and never reused. */
export const PLAN_SCHEDULES = ['once', 'weekly', 'monthly'] as const;
export type PlanSchedule = (typeof PLAN_SCHEDULES)[number];

/** What happened to a plan, or to its transfer on one day. `delayed`: the transfer is tried again the next day. */
export const PLAN_CHANGES = ['paused', 'resumed', 'delayed', 'skipped', 'ended'] as const;
export type PlanChange = (typeof PLAN_CHANGES)[number];

/** Why a plan changed: the customer wanted it, or a transfer could not be made (TRF-126, TRF-127). */
export const PLAN_CHANGE_REASONS = [
  'customer',
  'funds',
  'limit',
  'late',
  'frozen',
  'identity',
  'refused',
  'closed',
] as const;
export type PlanChangeReason = (typeof PLAN_CHANGE_REASONS)[number];

const PLAN = { planId: text, userId: text, amountCents: cents };

/** Decisions and accesses that auditors must see (LED-9). They move no money. */
export const AUDIT_EVENTS = {
  KycSubmitted: event({ ...KYC, origin: text, ...IDENTITY_DIGESTS }, null),
  KycApproved: event({ ...KYC, ...IDENTITY_DIGESTS, comparisons }, null, NO_IDENTITY_DIGESTS),
  KycRejected: event(KYC, null),
  KycReset: event(KYC, null),
  AccountRequestDecided: event({ accountRequestId: text, userId: text, status: text }, (decision) =>
    decision.status === 'approved' ? withoutAmount('account_number', decision.accountRequestId) : null,
  ),
  AccountNumberAssigned: event(NUMBERS, null),
  AccountNumberChanged: event(NUMBERS, null),
  AdminRoleGranted: event(ROLE_CHANGE, roleChange),
  AdminRoleRevoked: event(ROLE_CHANGE, roleChange),
  AdminDisabled: event(ROLE_CHANGE, roleChange),
  AdminEnabled: event(ROLE_CHANGE, roleChange),
  UserDeleted: event({ userId: text }, null),
  SsnRead: event(KYC, null),
  IdentityDocumentRead: event({ documentId: text, userId: text }, null),
  DuplicateSsnRefused: event({ userId: text }, null),
  FactorAdded: event(
    {
      userId: text,
      factor: text,
      origin: text,
      /** Null for authenticator apps, for customers' factors, and in older events. */
      key: nullOr(approvalKey),
    },
    null,
    // In version 1, factors had no keys and were recorded only when they were added.
    { origin: 'decision', key: null },
  ),
  FactorRemoved: event(
    {
      userId: text,
      factor: text,
      /** Null for authenticator apps and in older events. */
      credentialId: nullOr(base64Url),
    },
    null,
    { credentialId: null },
  ),
  FactorsReset: event({ userId: text }, null),
  AccountFrozen: event({ userId: text, reason: text, signIn: text }, null),
  AccountUnfrozen: event({ userId: text, reason: text }, null),
  ApprovalPolicyChanged: event({ policy: text }, () => withoutAmount('policy', POLICY_STREAM)),
  ProposalMade: event({ userId: text, action: text, subjectId: text, amountCents: text, digest: text }, null),
  ProposalApproved: event(
    {
      userId: text,
      digest: text,
      /** Null if the policy in force requires no signatures (APR-30). */
      signature: nullOr(passkeySignature),
    },
    null,
    { signature: null },
  ),
  ProposalRejected: event({ userId: text }, null),
  ProposalWithdrawn: event({ userId: text }, null),
  ProposalClosed: event({ userId: text, reason: text }, null),
  DashboardTextsChanged: event({ userId: text, contentDigest: text }, null),
  ChatReplySent: event({ userId: text, messageId: text, messageDigest: text }, null),
  AdminLimitUsed: event(
    { userId: text, bankDay: text, action: text, subjectId: text, amountCents: text, usedCents: text },
    null,
  ),
  TransferPlanned: event(
    {
      ...PLAN,
      schedule: oneOf(PLAN_SCHEDULES),
      firstDay: day,
      category,
      /** Salted digest of the recipient and the purpose (TRF-120). */
      textsDigest: text,
    },
    null,
  ),
  TransferPlanChanged: event(
    {
      ...PLAN,
      change: oneOf(PLAN_CHANGES),
      reason: oneOf(PLAN_CHANGE_REASONS),
      /** The day on which the transfer in question is or was due; for a resumed plan, the day of its next transfer. */
      dueDay: day,
    },
    null,
  ),
  /** Appended in place of a batch whose append had an unknown outcome. That batch changed nothing (LED-33). */
  BatchAbandoned: event({ /** The first event's hash, in hexadecimal. */ batchHash: text }, null),
} as const;

export const EVENTS = { ...ACCOUNT_EVENTS, ...AUDIT_EVENTS };

/**
 * When an event about an account number, a role or a factor was recorded. `decision`: together with the decision.
 * `backfill`: later, because there were no such events yet when the decision was made (LED-61), or because the user was
 * not an admin yet (AUTH-92).
 */
export type EventOrigin = 'decision' | 'backfill';

/**
 * Why an application's digests were recorded. `submission`: the application was submitted. `document`: one of its
 * documents was replaced (KYC-17). `rotation`: the SSN key was rotated (SEC-11). `backfill`: the application is older
 * than these events, or one of its documents was converted (FILE-25).
 */
export type KycSubmissionOrigin = 'submission' | 'document' | 'rotation' | 'backfill';

export type LedgerEventType = keyof typeof EVENTS;
export type AuditEventType = keyof typeof AUDIT_EVENTS;

export type PayloadOf<Type extends LedgerEventType> = ValuesOf<(typeof EVENTS)[Type]['fields']>;

export type LedgerEvent<Type extends LedgerEventType = LedgerEventType> = {
  [Each in Type]: { readonly type: Each; readonly payload: PayloadOf<Each> };
}[Type];

export type AuditEvent = LedgerEvent<AuditEventType>;

/** All event types. */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly LedgerEventType[];

/** Returns a type's newest payload version. Stored payloads are never rewritten (LED-14). */
export function newestVersion(type: LedgerEventType): number {
  return EVENTS[type].added.length + 1;
}

/**
 * Returns a new event's payload version: the oldest version that has all of the event's fields (LED-80). So a process
 * of an earlier release can read every event that does not need a later version.
 */
export function writtenVersion({ type, payload }: LedgerEvent): number {
  const values: Readonly<Record<string, unknown>> = payload;
  const added: readonly object[] = EVENTS[type].added;
  let version = added.length + 1;
  while (version > 1 && isWithout(values, added[version - 2])) version -= 1;
  return version;
}

/** Whether a version added only optional fields, and a payload has none of them. */
function isWithout(payload: Readonly<Record<string, unknown>>, added: object = {}): boolean {
  for (const [name, value] of Object.entries(added)) {
    if (value !== undefined || payload[name] !== undefined) return false;
  }
  return true;
}

/** Narrows an event to a decision or access that moves no money (`AUDIT_EVENTS`). */
export function isAuditEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: AuditEventType }> {
  return Object.hasOwn(AUDIT_EVENTS, event.type);
}

/**
 * Returns what an admin's event changes, or null if the policy does not cover the change. Never returns the removal of
 * an account number, because an `AccountRequestDecided` event does not say whether its request was approved before. The
 * caller must detect such a removal itself.
 */
export function guardedChangeOf<Type extends LedgerEventType>({
  type,
  payload,
}: LedgerEvent<Type>): GuardedChange | null {
  const guards: { readonly [Each in LedgerEventType]: EventDeclaration<(typeof EVENTS)[Each]['fields']> } =
    EVENTS;
  return guards[type].guarded?.(payload) ?? null;
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

/** A decided event that has no position or version yet. */
export type NewEvent = LedgerEvent & { readonly stream: string };

/** An event with its position in the log and its version in the stream. */
export type SequencedEvent = NewEvent & {
  readonly position: number;
  readonly version: number;
  readonly recordedAt: Date;
};

export type MoneyEvent = Extract<SequencedEvent, { payload: { entries: readonly Entry[] } }>;

/** The stream of the bank's approval policy. */
export const POLICY_STREAM = 'policy:approvals';

/** The stream of the amounts that one admin has moved alone under a daily limit. */
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

/** The stream of the texts on a customer's dashboard. */
export function dashboardStream(userId: string): string {
  return `dashboard:${userId}`;
}

/** The stream of the bank's replies to a customer. */
export function chatStream(userId: string): string {
  return `chat:${userId}`;
}

/** The stream of a customer's plans. */
export function planStream(userId: string): string {
  return `plans:${userId}`;
}

/** The prefix of the causation id of a transfer that a plan requested (TRF-123). The plan's id follows the prefix. */
export const PLAN_CAUSE_PREFIX = 'plan:';

/** The stream of an abandoned batch. It never gets a second event. */
export function abandonedStream(batchHash: string): string {
  return `batch:${batchHash}`;
}

export const ACCOUNT_STREAM_PREFIX = 'account:';

export function accountStream(accountId: string): string {
  return `${ACCOUNT_STREAM_PREFIX}${accountId}`;
}

/**
 * Whether a stream belongs to an account. Compares without building the stream's name, because replays call this
 * function for every event.
 */
export function isStreamOfAccount(stream: string, accountId: string): boolean {
  return (
    stream.length === ACCOUNT_STREAM_PREFIX.length + accountId.length &&
    stream.startsWith(ACCOUNT_STREAM_PREFIX) &&
    stream.endsWith(accountId)
  );
}
