import { Command } from 'commander';
import type { AccountHistory } from '../ledger/audit/ledger-audit.js';
import { accountLabel, systemAccountName } from '../ledger/domain/accounts.js';
import { parseAccount, parseLimit, parsePosition } from './arguments.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT_CODES_HELP } from './exit-codes.js';
import { type ItemColumn, isoTime, itemLines, moreLines, printJson, printLines, usd } from './output.js';

interface Options {
  readonly limit: number;
  readonly from?: number;
  readonly json?: true;
}

const DEFAULT_LIMIT = 50;

const HELP = `
Lines are in log order. Without --from, you see the newest.
${EXIT_CODES_HELP}

Examples:
  ledger history fees
  ledger history 0d3a7c52-6f0e-4f5e-9a57-2f6f8f1d2b11 --limit 200
  ledger history settlement --from 1042 --json`;

/** `ledger history`: prints the events of one account (AUD-9). */
export function historyCommand(): Command {
  return new Command('history')
    .description('print the events of one account with their effect on its balance')
    .argument('<account>', 'an account id, or settlement, fees, adjustments or unclaimed', parseAccount)
    .option('--limit <count>', 'maximum number of lines', parseLimit, DEFAULT_LIMIT)
    .option('--from <position>', 'begin at this position', parsePosition)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (accountId: string, { limit, from, json }: Options) => {
      const history = await withAudit((audit) =>
        audit.accountHistory(accountId, { limit, from: from ?? null }),
      );
      const name = systemAccountName(accountId);
      if (history.lines.length === 0 && name === null && from === undefined) {
        throw new CannotCheckError(`Account ${accountId} doesn't exist.`);
      }
      if (json === true) printJson({ accountId, name, ...history });
      else printLines(historyLines(accountId, history, from));
    });
}

function historyLines(accountId: string, { lines, hasMore }: AccountHistory, from?: number): string[] {
  const noEvents = from === undefined ? 'No events.' : `No events from position ${from} on.`;
  return [
    `History of ${accountLabel(accountId)}`,
    '',
    ...(lines.length === 0 ? [noEvents] : itemLines(COLUMNS, lines)),
    ...(hasMore ? ['', moreLines(lines, from)] : []),
  ];
}

const COLUMNS: readonly ItemColumn<AccountHistory['lines'][number]>[] = [
  { title: 'position', align: 'right', cell: ({ position }) => String(position) },
  { title: 'recorded', cell: ({ recordedAt }) => isoTime(recordedAt) },
  { title: 'event', cell: ({ type }) => type },
  { title: 'amount', align: 'right', cell: ({ amountCents }) => usd(amountCents) },
  { title: 'hold', align: 'right', cell: ({ holdCents }) => usd(holdCents) },
  { title: 'total after', align: 'right', cell: ({ postedAfterCents }) => usd(postedAfterCents) },
  { title: 'held after', align: 'right', cell: ({ heldAfterCents }) => usd(heldAfterCents) },
  { title: 'transaction', cell: ({ transactionId }) => transactionId ?? '-' },
];
