import { Command } from 'commander';
import type { ApprovalsReport } from '../ledger/audit/ledger-audit.js';
import { parseLimit, parsePosition } from './arguments.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { type ItemColumn, isoTime, itemLines, moreLines, printJson, printLines, usd } from './output.js';

interface Options {
  readonly limit: number;
  readonly from?: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 50;

const HELP = `
Lines are in log order. Without --from, you see the newest. Admins are shown by id. The first approval policy isn't
listed, nor is the same policy when the bank's own programs record it again.
${EXIT_CODES_HELP}

Examples:
  ledger approvals
  ledger approvals --from 1042 --limit 200 --json`;

const PERMITTED = {
  alone: 'the policy (one admin)',
  limit: 'the daily limit',
  approval: 'a second admin',
} as const;

/** `ledger approvals`: prints who proposed and who approved each guarded change (APR-9). */
export function approvalsCommand(): Command {
  return new Command('approvals')
    .description('print the changes covered by the approval policy, and who proposed and approved them')
    .option('--limit <count>', 'maximum number of lines', parseLimit, DEFAULT_LIMIT)
    .option('--from <position>', 'begin at this position', parsePosition)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ limit, from, json }: Options) => {
      const report = await withAudit((audit) => audit.approvals({ limit, from: from ?? null }));
      if (json === true) printJson(report);
      else printLines(approvalLines(report, from));
    });
}

function approvalLines({ lines, hasMore }: ApprovalsReport, from?: number): string[] {
  if (lines.length === 0 && from !== undefined) return [`No changes from position ${from} on.`];
  if (lines.length === 0) return ['No admin has made a change that the approval policy covers.'];
  return [...itemLines(COLUMNS, lines), ...(hasMore ? ['', moreLines(lines, from)] : [])];
}

const COLUMNS: readonly ItemColumn<ApprovalsReport['lines'][number]>[] = [
  { title: 'position', align: 'right', cell: ({ position }) => String(position) },
  { title: 'recorded', cell: ({ recordedAt }) => isoTime(recordedAt) },
  {
    title: 'change',
    cell: ({ action }) => (action === 'decision' ? 'payment decision' : action.replaceAll('_', ' ')),
  },
  { title: 'subject', cell: ({ subjectId }) => subjectId },
  {
    title: 'amount',
    align: 'right',
    cell: ({ amountCents }) => (amountCents === 0 ? '-' : usd(amountCents)),
  },
  { title: 'proposed by', cell: ({ proposedBy }) => proposedBy ?? '-' },
  { title: 'made or approved by', cell: ({ madeBy }) => madeBy },
  {
    title: 'permitted by',
    cell: ({ permittedBy }) => (permittedBy === null ? 'NOT PERMITTED' : PERMITTED[permittedBy]),
  },
];
