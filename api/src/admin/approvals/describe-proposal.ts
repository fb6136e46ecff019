import { formatUsd } from '@moniker/common/money.js';
import { POLICY_LABELS } from '@moniker/common/policy-labels.js';
import { isVoidStatus, type TransactionKind, type TransactionStatus } from '@moniker/common/transactions.js';
import { capitalize, humanize, statusWord } from '../../events/words.js';
import {
  type ApprovalPolicy,
  type ApprovalRule,
  GUARDED_ACTIONS,
  type GuardedCommand,
  parsePolicy,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { TEXT_FIELDS, type TextField, type TextsToStore } from '../../ledger/texts/transaction-texts.js';
import type { ProposalPayload } from './proposal-payload.dto.js';
import type { ProposalDetailDto } from './proposal.dto.js';

/** The payment that a proposal concerns, as recorded in the ledger. */
export interface ProposedTransaction {
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly shownAt: Date;
  /** The bank's time zone, used to show times. */
  readonly timeZone: string;
  readonly texts: Readonly<Partial<Record<TextField, string | null>>>;
  /** Whether the customer has never completed a payment to the recipient's account; null if this isn't a transfer. */
  readonly isNewRecipient: boolean | null;
}

/** The facts that a description needs besides the proposal's payload. */
export interface ProposalContext {
  readonly inForce: ApprovalPolicy;
  readonly transaction: ProposedTransaction | null;
}

type Details = readonly (readonly [label: string, value: unknown])[];

/**
 * Describes line by line what a proposal would do, for the admin who decides (APR-3). A payment's lines include its
 * amount, direction, payee, accounts and purpose (APR-22). A new policy's lines say how it differs from the policy in
 * force.
 */
export function describeProposal(payload: ProposalPayload, context: ProposalContext): ProposalDetailDto[] {
  const details =
    payload.kind === 'rows'
      ? describeRequest(payload.request)
      : [
          ...describeCommand(payload.command, context),
          ...describeTexts(payload.texts, notesLabel(payload.command, context)),
        ];
  return details.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value }] : [],
  );
}

/**
 * Lines to ignore when two descriptions of the same payment are compared. If the payment's status or date has changed,
 * the ledger refuses the command. A recipient who has been paid in the meantime is no longer new, but the proposed
 * change is the same. “Shown date” is what earlier releases called the payment date.
 */
const OF_REVISION: ReadonlySet<string> = new Set([
  'Payment status',
  'Payment date',
  'Shown date',
  'New recipient',
]);

/** Whether two descriptions are of the same change to the same payment. */
export function isSameProposal(
  one: readonly ProposalDetailDto[],
  other: readonly ProposalDetailDto[],
): boolean {
  const [lines, others] = [one, other].map((details) =>
    JSON.stringify(details.filter(({ label }) => !OF_REVISION.has(label)).map(currentLine)),
  );
  return lines === others;
}

/**
 * Returns a line in a form that is the same for every release. Earlier releases called a payment's amount “Amount” and
 * gave it a sign. They called both reasons and admin notes “Notes”. The returned line says “Notes” too, because
 * whether the same notes are called a reason depends on the payment's status.
 */
function currentLine({ label, value }: ProposalDetailDto): readonly [label: string, value: string] {
  if (label === 'Reason' || label === 'Admin notes') return ['Notes', value];
  if (label !== 'Amount') return [label, value];
  return paymentAmount(value.slice(1), value.startsWith('-'));
}

/** A payment's amount has no sign, because a decision may move the money the other way, or not at all. */
function paymentAmount(amount: string, isOutgoing: boolean): readonly [label: string, value: string] {
  return ['Payment amount', `${amount}, ${isOutgoing ? 'outgoing' : 'incoming'}`];
}

function describeCommand(command: GuardedCommand, { inForce, transaction }: ProposalContext): Details {
  switch (command.type) {
    case 'RecordCredit':
      return [
        ['Amount', formatSigned(command.amountCents)],
        ['Category', command.category],
      ];
    case 'CreateIncomingPayment':
      return [
        paymentAmount(formatUsd(command.amountCents), false),
        ['Payment status', capitalize(humanize(command.status))],
      ];
    case 'AdjustBalance': {
      const { fromCents, balanceCents } = command;
      if (fromCents === undefined) return [['New balance', formatUsd(balanceCents)]];
      return [
        ['Amount', formatSigned(balanceCents - fromCents)],
        ['Balance', `${formatUsd(fromCents)} to ${formatUsd(balanceCents)}`],
      ];
    }
    case 'ReviewTransaction':
      return [...describeReview(command, transaction), ['Transaction', command.transactionId]];
    case 'RecordAudit':
      return command.event.type === 'ApprovalPolicyChanged'
        ? describePolicy(parsePolicy(command.event.payload.policy), inForce)
        : [];
  }
}

function describeReview(
  { status, shownAt }: Extract<GuardedCommand, { type: 'ReviewTransaction' }>,
  transaction: ProposedTransaction | null,
): Details {
  const newStatus = status && capitalize(humanize(status));
  if (transaction === null)
    return [
      ['New status', newStatus],
      ['Payment date', shownAt?.toISOString()],
    ];
  const { kind, amountCents, texts, isNewRecipient, timeZone } = transaction;
  const [oldDate, newDate] = [transaction.shownAt, shownAt].map((at) => at && formatTimestamp(at, timeZone));
  return [
    paymentAmount(formatUsd(amountCents), kind === 'transfer'),
    [
      'Payment status',
      newStatus &&
        (status === transaction.status
          ? newStatus
          : `${capitalize(statusWord(transaction.status))} to ${statusWord(status)}`),
    ],
    ['Payment date', newDate && `${newDate} instead of ${oldDate}`],
    ['Recipient', texts.recipientName],
    ['Recipient account', texts.recipientAccount],
    ['Recipient routing', texts.recipientRouting],
    ['New recipient', isNewRecipient && transaction.status !== 'completed' ? 'Not paid before' : null],
    ...OTHER_TEXTS.map((field) => [labelOf(field), texts[field]] as const),
  ];
}

const OTHER_TEXTS = TEXT_FIELDS.filter((field) => !field.startsWith('recipient'));

const formatSigned = (cents: number): string => `${cents > 0 ? '+' : ''}${formatUsd(cents)}`;

function describePolicy(proposed: ApprovalPolicy, inForce: ApprovalPolicy): Details {
  const before = policyLines(inForce);
  const changes = policyLines(proposed)
    .map(([label, value], index) => ({ label, value, old: before[index]?.[1] }))
    .filter(({ value, old }) => value !== old);
  if (changes.length === 0) return [['Policy', 'No changes']];
  return changes.map(({ label, value, old }) => [label, capitalize(`${value} (before: ${old})`)]);
}

/** Describes a policy in a fixed order, so two policies can be compared line by line. */
function policyLines({
  rules,
  dailyLimitCents,
  signatures,
}: ApprovalPolicy): (readonly [label: string, value: string])[] {
  const lines = GUARDED_ACTIONS.map((action) => [POLICY_LABELS[action], RULES[rules[action]]] as const);
  const signed = signatures === null ? 'not needed' : 'by passkey';
  return [['Daily limit', formatUsd(dailyLimitCents)], ['Approval signatures', signed], ...lines];
}

const RULES: Readonly<Record<ApprovalRule, string>> = {
  alone: 'one admin',
  limit: 'one admin up to the daily limit',
  approval: 'two admins',
};

/**
 * Returns the label for the notes, the same one that the decision's dialog shows. If the decision needs a reason, the
 * label is “Reason” (TRF-18).
 */
function notesLabel(command: GuardedCommand, { transaction }: ProposalContext): string {
  if (command.type !== 'ReviewTransaction' || command.status === null) return 'Admin notes';
  const isReversal = transaction?.kind === 'transfer' && transaction.status === 'completed';
  const isChanged = command.status !== transaction?.status;
  return isChanged && (isReversal || isVoidStatus(command.status)) ? 'Reason' : 'Admin notes';
}

function describeTexts(texts: TextsToStore | undefined, notes: string): Details {
  if (texts === undefined) return [];
  if (texts.kind === 'notes')
    return [
      [notes, texts.notes],
      ['Message to the customer', texts.customerReason],
    ];
  const lines = Object.entries(texts.texts).map(([field, value]) => [labelOf(field), value] as const);
  return [...lines, [notes, texts.notes?.text]];
}

/** The labels of request fields with a fixed set of values. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['role', 'New role'],
  ['status', 'Request status'],
]);

const ROLE_CHANGES: ReadonlyMap<unknown, string> = new Map([
  ['granted', 'Grant role'],
  ['revoked', 'Revoke role'],
  ['disabled', 'Disable access'],
  ['enabled', 'Restore access'],
]);

/** Describes a request to change table rows, without ids and revisions, which mean nothing to readers. */
function describeRequest({ decision, before }: Readonly<Record<string, unknown>>): Details {
  if (typeof decision !== 'object' || decision === null) return [];
  const role = (before as { adminRole?: string | null } | undefined)?.adminRole;
  // If an open proposal showed its approval time, it would look approved.
  const shown = Object.entries(decision).filter(([field]) => field !== 'approvedAt');
  const lines = shown.map(([field, value]) => {
    if (field === 'kind')
      return ['Change', role && value === 'granted' ? 'Change role' : ROLE_CHANGES.get(value)] as const;
    const choice = CHOICES.get(field);
    return choice === undefined
      ? ([labelOf(field), value] as const)
      : ([choice, capitalize(humanize(String(value)))] as const);
  });
  return [...lines, ['Current role', role && capitalize(role)]];
}

/** `recipientName` → `Recipient name`. */
function labelOf(field: string): string {
  return capitalize(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
