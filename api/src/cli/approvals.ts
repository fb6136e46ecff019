import { Command } from 'commander';
import type { ApprovalsReport } from '../ledger/audit/ledger-audit.js';
import { parseLimit, parsePosition } from './arguments.js';
import { withAudit } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, moreLines, printJson, printLines, tableLines, usd } from './output.js';

interface Options {
  readonly limit: number;
  readonly from?: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 50;

const HELP = `
Lines are in log order. Without --from, they are the newest ones. Admins are shown by their ids.
${EXIT_CODES_HELP}

Examples:
  ledger approvals
  ledger approvals --from 1042 --limit 200 --json`;

const PERMITTED = {
  alone: 'the policy, alone',
  limit: 'the daily limit',
  approval: 'a second admin',
} as const;

/** `ledger approvals`: prints who proposed and who approved each guarded change (APR-9). */
export function approvalsCommand(done: (code: ExitCode) => void): Command {
  return new Command('approvals')
    .description('print the changes that the approval policy covers, with who proposed and who approved them')
    .option('--limit <count>', 'maximum number of lines', parseLimit, DEFAULT_LIMIT)
    .option('--from <position>', 'begin at this position', parsePosition)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ limit, from, json }: Options) => {
      const report = await withAudit((audit) => audit.approvals({ limit, from: from ?? null }));
      if (json === true) printJson(report);
      else printLines(reportLines(report, from));
      done(EXIT.ok);
    });
}

function reportLines({ lines, hasMore }: ApprovalsReport, from?: number): string[] {
  if (lines.length === 0) return ['No admin has made a change that the approval policy covers.'];
  const rows = lines.map((line) => [
    String(line.position),
    isoTime(line.recordedAt),
    line.action,
    line.subjectId,
    line.amountCents === 0 ? '-' : usd(line.amountCents),
    line.proposedBy ?? '-',
    line.madeBy,
    line.permittedBy === null ? 'NOT PERMITTED' : PERMITTED[line.permittedBy],
  ]);
  const right = 'right';
  const table = tableLines(
    [
      { title: 'position', align: right },
      { title: 'recorded' },
      { title: 'change' },
      { title: 'subject' },
      { title: 'amount', align: right },
      { title: 'proposed by' },
      { title: 'made or approved by' },
      { title: 'permitted by' },
    ],
    rows,
  );
  return [...table, ...(hasMore ? ['', moreLines(lines, from)] : [])];
}
