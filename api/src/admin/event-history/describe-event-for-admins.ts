import { formatUsd } from '@moniker/common/money.js';
import {
  balanceEffectOf,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { isolate } from '@moniker/common/typed-text.js';
import type { SequencedEvent } from '../../ledger/domain/events.js';

/**
 * Describes an event in a sentence without a period (HIST-2); null is an event that cannot be read. `customer` is the
 * label of its customer.
 */
export function describeEventForAdmins(event: SequencedEvent | null, customer: string): string {
  return event === null
    ? 'This event cannot be read: it was changed, or written by a newer version'
    : toSentence(event, isolate(customer));
}

function toSentence(event: SequencedEvent, customer: string): string {
  switch (event.type) {
    case 'AccountOpened':
      return `Account of ${customer} opened`;
    case 'TransferRequested':
      return `${formatUsd(event.payload.amountCents)} held for a transfer of ${customer}`;
    case 'IncomingPaymentCreated':
      return describeNewTransaction('Payment', event.payload, customer);
    case 'CreditRecorded':
      return describeNewTransaction('Credit', event.payload, customer);
    case 'TransactionStatusChanged':
      return describeStatusChange(event.payload, customer);
    case 'TransferCanceled':
      return `Transfer of ${formatUsd(event.payload.amountCents)} of ${customer} canceled by the customer: hold released`;
    case 'TransactionAmended':
      return `${describeAmendment(event.payload)} of a transaction of ${customer} changed`;
    case 'BalanceAdjusted':
      return describeBalanceEdit(event.payload, customer);
    case 'AccountClosed':
      return `Account of ${customer} closed${describeSwept(event.payload)}`;
    case 'KycSubmitted':
      return describeSubmission(event.payload.origin, customer);
    case 'KycApproved':
    case 'KycRejected':
      return `Identity of ${customer} ${event.type.slice('Kyc'.length).toLowerCase()}`;
    case 'KycReset':
      return `Identity check of ${customer} set back to pending`;
    case 'AccountRequestDecided':
      return `Account request of ${customer} set to ${humanize(event.payload.status)}`;
    case 'AccountNumberAssigned':
    case 'AccountNumberChanged':
      return describeNumber(event, customer);
    case 'AdminRoleGranted':
    case 'AdminRoleRevoked':
    case 'AdminDisabled':
    case 'AdminEnabled':
      return describeRoleChange(event, customer);
    case 'UserDeleted':
      return `User deleted and personal data erased: ${customer}`;
    case 'SsnRead':
    case 'IdentityDocumentRead':
      return `${event.type === 'SsnRead' ? 'Full SSN' : 'Identity document'} of ${customer} read`;
    case 'DuplicateSsnRefused':
      return `Application of ${customer} refused: the SSN belongs to another customer`;
    case 'FactorAdded':
    case 'FactorRemoved':
      return describeFactor(event, customer);
    case 'FactorsReset':
      return `All second factors of ${customer} removed by an operator`;
    case 'AccountFrozen':
      return describeFreeze(event.payload, customer);
    case 'AccountUnfrozen':
      return `Account of ${customer} unfrozen: ${humanize(event.payload.reason)}`;
    case 'ApprovalPolicyChanged':
      return 'Approval policy changed';
    case 'ProposalMade':
      return `${describeProposedAction(event.payload)} proposed for ${customer}`;
    case 'ProposalApproved':
    case 'ProposalRejected':
    case 'ProposalWithdrawn':
      return `Proposal for ${customer} ${event.type.slice('Proposal'.length).toLowerCase()}`;
    case 'ProposalClosed':
      return `Proposal for ${customer} closed, because of its proposer: ${humanize(event.payload.reason)}`;
    case 'DashboardTextsChanged':
    case 'ChatReplySent':
      return describeSupport(event.type, customer);
    case 'AdminLimitUsed':
      return `${formatUsd(Number(event.payload.amountCents))} of the admin's daily limit used for ${customer}`;
  }
}

type FactorChange = Extract<SequencedEvent, { type: 'FactorAdded' | 'FactorRemoved' }>;

function describeFactor({ type, payload }: FactorChange, customer: string): string {
  const isRecordedLater = type === 'FactorAdded' && payload.origin === 'backfill';
  if (isRecordedLater) return `Passkey of ${customer} recorded, because it signs approvals`;
  const change = type === 'FactorAdded' ? 'added' : 'removed';
  return `Second factor of ${customer} ${change}: ${humanize(payload.factor)}`;
}

function describeFreeze(
  { reason, signIn }: { readonly reason: string; readonly signIn: string },
  customer: string,
): string {
  return `Account of ${customer} frozen, sign-in ${signIn}: ${humanize(reason)}`;
}

function describeSupport(type: 'DashboardTextsChanged' | 'ChatReplySent', customer: string): string {
  return type === 'ChatReplySent'
    ? `Chat reply sent to ${customer}`
    : `Texts on the dashboard of ${customer} changed`;
}

function describeBalanceEdit(
  { fromCents, toCents }: { readonly fromCents: number; readonly toCents: number },
  customer: string,
): string {
  return `Balance of ${customer} set from ${formatUsd(fromCents)} to ${formatUsd(toCents)}`;
}

function describeSwept({ sweptCents }: { readonly sweptCents: number }): string {
  return sweptCents === 0 ? '' : `, ${formatUsd(sweptCents)} moved to unclaimed`;
}

type NumberChange = Extract<SequencedEvent, { payload: { numbersDigest: string } }>;

function describeNumber({ type, payload }: NumberChange, customer: string): string {
  return type === 'AccountNumberAssigned'
    ? `Account number assigned to ${customer}${originOf(payload)}`
    : `Account number of ${customer} changed`;
}

/** Names the reason why the digests of an application were recorded (LED-70). */
function describeSubmission(origin: string, customer: string): string {
  switch (origin) {
    case 'document':
      return `Document of ${customer} replaced`;
    case 'rotation':
      return `Social Security number of ${customer} encrypted with a new key`;
    default:
      return `Identity check of ${customer} submitted${originOf({ origin })}`;
  }
}

type RoleChange = Extract<SequencedEvent, { payload: { reasonDigest: string } }>;

function describeRoleChange({ type, payload }: RoleChange, customer: string): string {
  switch (type) {
    case 'AdminRoleGranted':
      return `Role ${payload.role} granted to ${customer}${originOf(payload)}`;
    case 'AdminRoleRevoked':
      return `Role ${payload.role} of ${customer} revoked`;
    case 'AdminDisabled':
      return `Access of ${customer} (${payload.role}) to the panel disabled`;
    case 'AdminEnabled':
      return `Access of ${customer} (${payload.role}) to the panel enabled`;
  }
}

/** Events that were recorded after the decision say so (LED-61). */
function originOf({ origin }: { readonly origin: string }): string {
  return origin === 'backfill' ? ' earlier, recorded afterwards' : '';
}

interface ProposedAction {
  readonly action: string;
  readonly amountCents: string;
}

function describeProposedAction({ action, amountCents }: ProposedAction): string {
  const label = capitalize(humanize(action));
  return amountCents === '0' ? label : `${label} of ${formatUsd(Number(amountCents))}`;
}

interface Amount {
  readonly amountCents: number;
}

function describeNewTransaction(
  noun: string,
  { amountCents, status }: Amount & { readonly status: TransactionStatus },
  customer: string,
): string {
  const amount = formatUsd(amountCents);
  return status === 'completed'
    ? `${noun} of ${amount} added to the account of ${customer}`
    : `${noun} of ${amount} for ${customer} recorded as ${humanize(status)}, no money moved yet`;
}

interface StatusChange extends Amount {
  readonly kind: TransactionKind;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
}

const NOUNS: Readonly<Record<TransactionKind, string>> = {
  transfer: 'Transfer',
  incoming_payment: 'Payment',
  credit: 'Credit',
  adjustment: 'Balance edit',
};

function describeStatusChange(change: StatusChange, customer: string): string {
  const { kind, from, to, amountCents } = change;
  const subject = `${NOUNS[kind]} of ${formatUsd(amountCents)} of ${customer}`;
  return `${subject} from ${humanize(from)} to ${humanize(to)}: ${describeEffect(change)}`;
}

/**
 * Describes the effect of a status change on the customer's money: what is released, reversed, posted or held (TRF-14).
 */
function describeEffect({ kind, from, to }: StatusChange): string {
  const before = balanceEffectOf(kind, from);
  const after = balanceEffectOf(kind, to);
  if (before === after) return after === 'holds' ? 'still on hold' : 'no money moved';
  const isOut = kind === 'transfer';
  const released = before === 'holds' ? 'hold released' : null;
  const reversed = before === 'posts' ? (isOut ? 'money came back' : 'money taken back') : null;
  const posted = after === 'posts' ? (isOut ? 'money left the account' : 'money added') : null;
  const held = after === 'holds' ? 'put on hold' : null;
  return [released, reversed, posted, held].filter((part) => part !== null).join(', ');
}

function describeAmendment({
  notesDigest,
  shownAt,
}: {
  notesDigest: string | null;
  shownAt: string | null;
}): string {
  if (shownAt === null) return 'Notes';
  return notesDigest === null ? 'Shown date' : 'Notes and shown date';
}

function humanize(status: string): string {
  return status.replaceAll('_', ' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
