import { formatUsd } from '../ledger/domain/money.js';
import type { GuardedCommand } from '../ledger/approvals/ledger-approvals.service.js';
import type { TextsToStore } from '../ledger/texts/transaction-texts.js';
import type { ProposalPayload } from '../approvals/proposal-payload.dto.js';
import type { ProposalDetailDto } from './proposal.dto.js';

type Details = readonly (readonly [label: string, value: unknown])[];

/** Returns what a proposal would do, line by line, for the admin who decides (APR-3). */
export function describeProposal(payload: ProposalPayload): ProposalDetailDto[] {
  const details =
    payload.kind === 'rows'
      ? describeRequest(payload.request)
      : [...describeCommand(payload.command), ...describeTexts(payload.texts)];
  return details.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value }] : [],
  );
}

function describeCommand(command: GuardedCommand): Details {
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
      ];
    case 'RecordAudit':
      return command.event.type === 'ApprovalPolicyChanged'
        ? describePolicy(command.event.payload.policy)
        : [];
  }
}

function describePolicy(text: string): Details {
  const { rules, dailyLimitCents } = JSON.parse(text) as {
    rules: Record<string, string>;
    dailyLimitCents: number;
  };
  const lines = Object.entries(rules).map(
    ([action, rule]) => [capitalize(humanize(action)), RULES[rule]] as const,
  );
  return [['Daily limit', formatUsd(dailyLimitCents)], ...lines];
}

const RULES: Readonly<Record<string, string>> = {
  alone: 'One admin',
  limit: 'One admin up to the daily limit',
  approval: 'Two admins',
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
function describeRequest({ decision }: Readonly<Record<string, unknown>>): Details {
  if (typeof decision !== 'object' || decision === null) return [];
  return Object.entries(decision).map(([field, value]) => [
    field === 'kind' ? 'Change' : labelOf(field),
    CHOICES.has(field) ? capitalize(humanize(String(value))) : value,
  ]);
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
