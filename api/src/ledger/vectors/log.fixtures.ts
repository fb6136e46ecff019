import { parseEvent } from '../log/parse-event.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { formatPolicy, STRICT_APPROVALS } from '../domain/approval-policy.js';
import type { GuardedCommand, LedgerCommand } from '../domain/commands.js';
import {
  abandonedStream,
  adminLimitStream,
  type AuditEvent,
  NO_IDENTITY_DIGESTS,
  type PasskeySignature,
  planStream,
  POLICY_STREAM,
  proposalStream,
} from '../domain/events.js';
import type { GuardedChange } from '../domain/guarded-action.js';
import { apply, type AccountEntry } from '../domain/apply.js';
import { initialState, type LedgerState } from '../domain/state.js';
import type { Head, RecordedEvent } from '../log/event-log.port.js';
import { eventHash, GENESIS_HASH } from '../log/hash-chain.js';
import type { TrialBalance } from '../reports/trial-balance.js';
import { Batch } from '../writer/batch.js';
import type { BatchState } from '../writer/batch-state.js';
import { decideBatch } from '../writer/decide-batch.js';
import {
  IDENTITY_DIGESTS,
  notesDigestOf,
  numbersDigestOf,
  reasonDigestOf,
  textsDigestOf,
  transactionId,
} from './texts.fixtures.js';

const ALICE = 'a0000000-0000-4000-8000-000000000001';
const BOB = 'b0000000-0000-4000-8000-000000000001';
const CAROL = 'b0000000-0000-4000-8000-000000000002';
const ADMIN = 'ad000000-0000-4000-8000-000000000001';
const OTHER_ADMIN = 'ad000000-0000-4000-8000-000000000002';
const KYC = 'e0000000-0000-4000-8000-000000000001';
const OTHER_KYC = 'e0000000-0000-4000-8000-000000000002';
const ACCOUNT_REQUEST = 'e1000000-0000-4000-8000-000000000001';
const OTHER_REQUEST = 'e1000000-0000-4000-8000-000000000002';
const PLAN = 'e3000000-0000-4000-8000-000000000001';
const DOCUMENT = 'e2000000-0000-4000-8000-000000000001';
const BATCH_HASH = 'ab'.repeat(32);
const MONDAY = '2026-03-02';
const TUESDAY = '2026-03-03';

const MONDAY_NOON = Date.UTC(2026, 2, 2, 17, 0, 0, 123);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_STEP_ON_TUESDAY = 18;

interface Step {
  readonly by: string;
  readonly at: Date;
  readonly command: LedgerCommand;
  /** Stores the event with payload version 1, as an earlier release wrote it. */
  readonly isVersion1?: boolean;
}

/** What a passkey returns. The log's format doesn't depend on whether the signature is valid. */
const PASSKEY_SIGNATURE = {
  credentialId: 'Y3JlZGVudGlhbCAx',
  authenticatorData: 'YXV0aGVudGljYXRvciBkYXRh',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  signature: 'c2lnbmF0dXJl',
};

const ADDED_IN_VERSION_2 = [
  '"feeBasisPoints":200,',
  ...[
    NO_IDENTITY_DIGESTS,
    { origin: 'decision', key: null },
    { credentialId: null },
    { signature: null },
  ].map((fields) => `,${JSON.stringify(fields).slice(1, -1)}`),
];

/** Every event type, all payload versions of each, and fees that are rounded up and down. */
const STEPS: readonly Step[] = [
  ...[open(ALICE), open(BOB)],
  {
    ...audit({
      stream: `kyc:${KYC}`,
      event: { type: 'KycApproved', payload: { kycId: KYC, userId: ALICE, ...NO_IDENTITY_DIGESTS } },
    }),
    isVersion1: true,
  },
  audit({
    stream: `account-request:${ACCOUNT_REQUEST}`,
    event: {
      type: 'AccountRequestDecided',
      payload: { accountRequestId: ACCOUNT_REQUEST, userId: ALICE, status: 'approved' },
    },
  }),
  credit(1, ALICE, 150_000, null),
  { ...transfer(2, ALICE, 10_025, 'bills'), isVersion1: true },
  transfer(3, ALICE, 4_000, 'food'),
  review(2, { status: 'completed' }),
  byAdmin({
    ...{ type: 'CreateIncomingPayment', transactionId: transactionId(4), accountId: ALICE },
    ...{ amountCents: 30_000, status: 'pending' },
    ...{ textsDigest: textsDigestOf(4), notesDigest: notesDigestOf(0) },
  }),
  review(4, { status: 'completed' }),
  review(4, { notesDigest: notesDigestOf(1), shownAt: new Date('2026-02-28T12:00:00.000Z') }),
  credit(5, BOB, 50_000, 'business'),
  transfer(6, BOB, 25, 'other'),
  transfer(7, BOB, 24, 'other'),
  review(6, { status: 'completed' }),
  review(7, { status: 'completed' }),
  byAdmin({
    ...{ type: 'AdjustBalance', transactionId: transactionId(8), accountId: BOB },
    ...{ balanceCents: 45_000, textsDigest: textsDigestOf(8) },
  }),
  review(2, { status: 'failed' }),
  transfer(9, BOB, 12_345, 'business', TUESDAY),
  review(9, { status: 'processing' }),
  audit({ stream: `kyc:${KYC}`, event: { type: 'SsnRead', payload: { kycId: KYC, userId: ALICE } } }),
  audit({
    stream: `document:${DOCUMENT}`,
    event: { type: 'IdentityDocumentRead', payload: { documentId: DOCUMENT, userId: ALICE } },
  }),
  audit({ stream: `kyc:${KYC}`, event: { type: 'KycRejected', payload: { kycId: KYC, userId: ALICE } } }),
  audit({ stream: `kyc:${KYC}`, event: { type: 'KycReset', payload: { kycId: KYC, userId: ALICE } } }),
  byAdmin({ type: 'CloseAccount', accountId: ALICE }),
  audit({ stream: `user:${ALICE}`, event: { type: 'UserDeleted', payload: { userId: ALICE } } }),
  {
    ...audit({ stream: `user:${BOB}`, event: { type: 'DuplicateSsnRefused', payload: { userId: BOB } } }),
    by: BOB,
  },
  transfer(10, BOB, 5_000, 'food', TUESDAY),
  cancel(10, BOB),
  ...factors(),
  audit({ stream: `user:${BOB}`, event: { type: 'FactorsReset', payload: { userId: BOB } } }),
  byAdmin({
    ...{ type: 'FreezeAccount', accountId: BOB },
    ...{ reason: 'suspicious_activity', signIn: 'blocked' },
  }),
  byAdmin({ type: 'UnfreezeAccount', accountId: BOB, reason: 'resolved' }),
  audit({
    stream: abandonedStream(BATCH_HASH),
    event: { type: 'BatchAbandoned', payload: { batchHash: BATCH_HASH } },
  }),
  ...approvals(),
  number(1, 'AccountNumberAssigned'),
  number(2, 'AccountNumberChanged'),
  role(1, 'AdminRoleGranted'),
  role(2, 'AdminDisabled'),
  role(3, 'AdminEnabled'),
  role(4, 'AdminRoleRevoked'),
  audit({
    stream: `dashboard:${BOB}`,
    event: { type: 'DashboardTextsChanged', payload: { userId: BOB, contentDigest: textsDigestOf(11) } },
  }),
  audit({
    stream: `chat:${BOB}`,
    event: {
      ...{ type: 'ChatReplySent' },
      payload: { userId: BOB, messageId: OTHER_REQUEST, messageDigest: textsDigestOf(12) },
    },
  }),
  ...customerTransfer(),
  ...plan(),
  { by: BOB, command: lockedBy(BOB) },
  ...identityCheck(),
].map((step, index) => ({ ...step, at: timeOf(index) }));

type StepWithoutTime = Omit<Step, 'at'>;

/** A freeze by the customer. It lasts until the end of the log. */
function lockedBy(accountId: string): LedgerCommand {
  return { type: 'FreezeAccount', accountId, reason: 'reported_by_customer', signIn: 'blocked' };
}

/** A transfer between customers: completed, reversed and completed again. Each decision appends two events. */
function customerTransfer(): StepWithoutTime[] {
  const { by, command } = transfer(14, BOB, 10_000, 'other', TUESDAY);
  const recipient = { accountId: CAROL, paymentId: transactionId(15) };
  return [
    open(CAROL),
    { by, command: { ...(command as Extract<LedgerCommand, { type: 'RequestTransfer' }>), recipient } },
    ...(['completed', 'failed', 'completed'] as const).map((status) => review(14, { status })),
  ];
}

/** A monthly plan. The customer pauses it, resumes it and skips one of its transfers. */
function plan(): StepWithoutTime[] {
  const ids = { planId: PLAN, userId: BOB, amountCents: 5_000 };
  const planned = { ...ids, schedule: 'monthly', firstDay: '2026-03-31', category: 'bills' } as const;
  const changed = { ...ids, reason: 'customer', dueDay: '2026-03-31' } as const;
  const step = (event: AuditEvent) => ({ ...audit({ stream: planStream(BOB), event }), by: BOB });
  return [
    step({ type: 'TransferPlanned', payload: { ...planned, textsDigest: textsDigestOf(13) } }),
    ...(['paused', 'resumed', 'skipped'] as const).map((change) =>
      step({ type: 'TransferPlanChanged', payload: { ...changed, change } }),
    ),
  ];
}

/** An application with digests of its contents, and its approval. */
function identityCheck(): StepWithoutTime[] {
  const [ids, stream] = [{ kycId: OTHER_KYC, userId: BOB }, `kyc:${OTHER_KYC}`];
  const submitted = { ...ids, origin: 'submission', ...IDENTITY_DIGESTS };
  const approved = { ...ids, ...IDENTITY_DIGESTS, comparisons: ['licenseName', 'licenseSides'] as const };
  return [
    { ...audit({ stream, event: { type: 'KycSubmitted', payload: submitted } }), by: BOB },
    audit({ stream, event: { type: 'KycApproved', payload: approved } }),
  ];
}

/** Passkeys that are added and removed, in both payload versions. */
function factors(): StepWithoutTime[] {
  const payload = { userId: BOB, factor: 'passkey' };
  const key = { credentialId: 'Y3JlZGVudGlhbCAy', publicKey: 'cHVibGljIGtleQ', signature: PASSKEY_SIGNATURE };
  const step = (event: AuditEvent) => ({ ...audit({ stream: `user:${BOB}`, event }), by: BOB });
  return [
    {
      ...step({ type: 'FactorAdded', payload: { ...payload, origin: 'decision', key: null } }),
      isVersion1: true,
    },
    { ...step({ type: 'FactorRemoved', payload: { ...payload, credentialId: null } }), isVersion1: true },
    step({ type: 'FactorAdded', payload: { ...payload, origin: 'backfill', key } }),
    step({ type: 'FactorRemoved', payload: { ...payload, credentialId: key.credentialId } }),
  ];
}

/**
 * A policy, a credit within one admin's limit, and proposals: rejected, withdrawn, closed by the bank, and approved
 * by another admin.
 */
function approvals(): StepWithoutTime[] {
  const [made, rejected, withdrawn, closed, old] = [1, 2, 3, 4, 5].map(
    (n) => `e3000000-0000-4000-8000-00000000000${n}`,
  );
  const change = { action: 'credit', subjectId: transactionId(12), amountCents: 70_000 } as const;
  const oldChange = { ...change, subjectId: transactionId(13) };
  const propose = (proposalId = '', proposed: GuardedChange = change) =>
    audit({
      stream: proposalStream(proposalId),
      event: {
        type: 'ProposalMade',
        payload: { userId: BOB, ...proposed, amountCents: '70000', digest: textsDigestOf(12) },
      },
    });
  const close = (type: 'ProposalRejected' | 'ProposalWithdrawn', proposalId = '') =>
    audit({ stream: proposalStream(proposalId), event: { type, payload: { userId: BOB } } });
  const closeByBank = (proposalId = '') => {
    const event = { type: 'ProposalClosed', payload: { userId: BOB, reason: 'role_changed' } } as const;
    return audit({ stream: proposalStream(proposalId), event });
  };
  return [
    audit({
      stream: POLICY_STREAM,
      event: { type: 'ApprovalPolicyChanged', payload: { policy: formatPolicy(STRICT_APPROVALS) } },
    }),
    guarded(credit(11, BOB, 5_000, null)),
    ...[propose(made), propose(rejected), close('ProposalRejected', rejected)],
    ...[propose(withdrawn), close('ProposalWithdrawn', withdrawn), propose(closed), closeByBank(closed)],
    propose(old, oldChange),
    { ...approved(credit(13, BOB, 70_000, null), oldChange, old, null), isVersion1: true },
    approved(credit(12, BOB, 70_000, null), change, made),
  ];
}

function guarded({ command }: StepWithoutTime): StepWithoutTime {
  return byAdmin({
    type: 'ApplyGuarded',
    command: command as GuardedCommand,
    customerId: BOB,
    policy: STRICT_APPROVALS,
    limit: { stream: adminLimitStream(ADMIN), version: 0, bankDay: TUESDAY, usedCents: 0 },
    unchanged: [],
  });
}

function approved(
  { command }: StepWithoutTime,
  change: GuardedChange,
  proposalId = '',
  signature: PasskeySignature | null = PASSKEY_SIGNATURE,
): StepWithoutTime {
  const approval = {
    type: 'RecordAudit',
    stream: proposalStream(proposalId),
    event: { type: 'ProposalApproved', payload: { userId: BOB, digest: textsDigestOf(12), signature } },
  } as const;
  const unchanged: readonly [] = [];
  const approve = { type: 'ApplyApproved', command: command as GuardedCommand, change, approval, unchanged };
  return { by: OTHER_ADMIN, command: approve as LedgerCommand };
}

function open(accountId: string): StepWithoutTime {
  return { by: accountId, command: { type: 'OpenAccount', accountId } };
}

function byAdmin(command: LedgerCommand): StepWithoutTime {
  return { by: ADMIN, command };
}

function audit(what: Omit<Extract<LedgerCommand, { type: 'RecordAudit' }>, 'type'>): StepWithoutTime {
  return byAdmin({ type: 'RecordAudit', ...what });
}

function number(count: number, type: 'AccountNumberAssigned' | 'AccountNumberChanged'): StepWithoutTime {
  const payload = { accountRequestId: OTHER_REQUEST, userId: BOB, numbersDigest: numbersDigestOf(count) };
  const event = { type, payload: { ...payload, origin: 'decision' } };
  return audit({ stream: `account-request:${OTHER_REQUEST}`, event });
}

function role(
  count: number,
  type: `Admin${'RoleGranted' | 'RoleRevoked' | 'Disabled' | 'Enabled'}`,
): StepWithoutTime {
  const changeId = `e3000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  const payload = { userId: BOB, role: 'support', changeId, reasonDigest: reasonDigestOf(count) };
  const event = { type, payload: { ...payload, origin: 'decision' } };
  return audit({ stream: `user:${BOB}`, event });
}

type Category = Extract<LedgerCommand, { type: 'RequestTransfer' }>['category'];

function transfer(
  number: number,
  accountId: string,
  amountCents: number,
  category: Category,
  bankDay = MONDAY,
): StepWithoutTime {
  const ids = { transactionId: transactionId(number), accountId, textsDigest: textsDigestOf(number) };
  return { by: accountId, command: { type: 'RequestTransfer', ...ids, amountCents, category, bankDay } };
}

function cancel(number: number, accountId: string): StepWithoutTime {
  return {
    by: accountId,
    command: { type: 'CancelTransfer', transactionId: transactionId(number), accountId },
  };
}

function credit(
  number: number,
  accountId: string,
  amountCents: number,
  category: Category | null,
): StepWithoutTime {
  const ids = { transactionId: transactionId(number), accountId, textsDigest: textsDigestOf(number) };
  return byAdmin({ type: 'RecordCredit', ...ids, amountCents, category, status: 'completed' });
}

type Review = Extract<LedgerCommand, { type: 'ReviewTransaction' }>;

function review(number: number, change: Partial<Review>): StepWithoutTime {
  const nothing = { status: null, notesDigest: null, shownAt: null };
  return byAdmin({
    type: 'ReviewTransaction',
    transactionId: transactionId(number),
    ...nothing,
    ...change,
  });
}

function timeOf(index: number): Date {
  const dayMs = index < FIRST_STEP_ON_TUESDAY ? 0 : DAY_MS;
  return new Date(MONDAY_NOON + index * MINUTE_MS + dayMs);
}

/** Records the events as the ledger writer does. */
function record(): RecordedEvent[] {
  const state: BatchState = { ledger: initialState(), idempotencyRecords: new Map(), quarantined: new Set() };
  const events: RecordedEvent[] = [];
  let head: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
  for (const [index, { by, at, command, isVersion1 }] of STEPS.entries()) {
    const context = { actor: `user:${by}`, correlationId: correlationId(index + 1) };
    const batch = new Batch(head, state);
    decideBatch(batch, [{ command, context }], at);
    const decided = batch.writes.events;
    if (decided.length === 0) throw new Error(`${command.type} produced no event`);
    const written = isVersion1 === true ? rechained(head.hash, decided.map(asVersion1)) : decided;
    events.push(...written);
    head = written.at(-1) ?? head;
  }
  return events;
}

function correlationId(number: number): string {
  return `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function asVersion1(event: RecordedEvent): RecordedEvent {
  const payload = ADDED_IN_VERSION_2.reduce((text, added) => text.replace(added, ''), event.payload);
  return { ...event, payloadVersion: 1, payload };
}

/** Recomputes the events' hashes, as someone who tampers with the log would. */
export function rechained(previousHash: Buffer, events: readonly RecordedEvent[]): RecordedEvent[] {
  let previous = previousHash;
  return events.map((event) => {
    previous = eventHash(previous, event);
    return { ...event, hash: previous };
  });
}

export const LOG: readonly RecordedEvent[] = record();

/** The log with a different actor in its third event, and with all hashes recomputed. */
export const REWRITTEN_LOG: readonly RecordedEvent[] = rechained(
  GENESIS_HASH,
  LOG.map((event) => (event.position === 3 ? { ...event, actor: 'system' } : event)),
);

/** The state after replaying the log. */
export interface ReplayedState extends LedgerState {
  readonly entries: readonly AccountEntry[];
}

/** Replays the log up to a position. */
export function replayedTo(position: number): ReplayedState {
  const state = initialState();
  const entries = LOG.slice(0, position).flatMap((event) => apply(state, parseEvent(event)));
  return { ...state, entries };
}

/** Returns the trial balance of a replayed state. */
export function trialBalanceOf({ accounts }: LedgerState): TrialBalance {
  const { settlement, fees, adjustments, unclaimed } = SYSTEM_ACCOUNTS;
  const posted = (accountId: string): number => accounts.get(accountId)?.postedCents ?? 0;
  const own = new Set<string>(Object.values(SYSTEM_ACCOUNTS));
  const customers = [...accounts.values()].filter(({ accountId }) => !own.has(accountId));
  return {
    accounts: customers.length,
    customersCents: customers.reduce((sum, { postedCents }) => sum + postedCents, 0),
    heldCents: customers.reduce((sum, { heldCents }) => sum + heldCents, 0),
    settlementCents: posted(settlement),
    feesCents: posted(fees),
    adjustmentsCents: posted(adjustments),
    unclaimedCents: posted(unclaimed),
  };
}
