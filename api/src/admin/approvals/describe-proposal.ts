import { formatUsd } from '@moniker/common/money.js';
import {
  type ApprovalPolicy,
  type ApprovalRule,
  GUARDED_ACTIONS,
  type GuardedCommand,
  parsePolicy,
} from '../../ledger/approvals/ledger-approvals.service.js';
import type { TextsToStore } from '../../ledger/texts/transaction-texts.js';
import type { ProposalPayload } from './proposal-payload.dto.js';
import type { ProposalDetailDto } from './proposal.dto.js';

type Details = readonly (readonly [label: string, value: unknown])[];

/**
 * Returns what a proposal would do, line by line, for the admin who decides (APR-3). Of a new policy, lists what differs from
 * the one in force.
 */
export function describeProposal(payload: ProposalPayload, inForce: ApprovalPolicy): ProposalDetailDto[] {
  const details =
    payload.kind === 'rows'
      ? describeRequest(payload.request)
      : [...describeCommand(payload.command, inForce), ...describeTexts(payload.texts)];
  return details.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value }] : [],
  );
}

function describeCommand(command: GuardedCommand, inForce: ApprovalPolicy): Details {
  switch (command.type) {
    case 'RecordCredit':
      return [['Category', command.category]];
    case 'CreateIncomingPayment':
      return [['Status', capitalize(humanize(command.status))]];
    case 'AdjustBalance':
      return [['New balance', formatUsd(command.balanceCents)]];
    case 'ReviewTransaction':
      return [
        ['New status', command.status && capitalize(humanize(command.status))],
        ['Transaction', command.transactionId],
        ['Shown date', command.shownAt?.toISOString()],
      ];
    case 'RecordAudit':
      return command.event.type === 'ApprovalPolicyChanged'
        ? describePolicy(parsePolicy(command.event.payload.policy), inForce)
        : [];
  }
}

function describePolicy(proposed: ApprovalPolicy, inForce: ApprovalPolicy): Details {
  const before = policyLines(inForce);
  const changes = policyLines(proposed)
    .map(([label, value], index) => ({ label, value, old: before[index]?.[1] }))
    .filter(({ value, old }) => value !== old);
  if (changes.length === 0) return [['Policy', 'The one in force']];
  return changes.map(({ label, value, old }) => [label, capitalize(`${value} instead of ${old}`)]);
}

/** The lines of every policy, in the same order. */
function policyLines({
  rules,
  dailyLimitCents,
}: ApprovalPolicy): (readonly [label: string, value: string])[] {
  const lines = GUARDED_ACTIONS.map(
    (action) => [capitalize(humanize(action)), RULES[rules[action]]] as const,
  );
  return [['Daily limit', formatUsd(dailyLimitCents)], ...lines];
}

const RULES: Readonly<Record<ApprovalRule, string>> = {
  alone: 'one admin',
  limit: 'one admin up to the daily limit',
  approval: 'two admins',
};

function describeTexts(texts: TextsToStore | undefined): Details {
  if (texts === undefined) return [];
  if (texts.kind === 'notes') return [['Notes', texts.notes]];
  const lines = Object.entries(texts.texts).map(([field, value]) => [labelOf(field), value] as const);
  return [...lines, ['Notes', texts.notes?.text]];
}

/** Fields of a request that hold one of a few values. */
const CHOICES: ReadonlySet<string> = new Set(['kind', 'role', 'status']);

/** The request of a change of table rows. Ids and revisions say nothing to people. */
function describeRequest({ decision, before }: Readonly<Record<string, unknown>>): Details {
  if (typeof decision !== 'object' || decision === null) return [];
  const lines = Object.entries(decision).map(
    ([field, value]) =>
      [
        field === 'kind' ? 'Change' : labelOf(field),
        CHOICES.has(field) ? capitalize(humanize(String(value))) : value,
      ] as const,
  );
  const role = (before as { adminRole?: string | null } | undefined)?.adminRole;
  return [...lines, ['Present role', role && capitalize(role)]];
}

/** `recipientName` → `Recipient name`. */
function labelOf(field: string): string {
  return capitalize(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

function humanize(text: string): string {
  return text.replaceAll('_', ' ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
