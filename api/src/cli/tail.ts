import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { formatEventLine, type LedgerAudit, type RecordedEvent } from '../ledger/audit/ledger-audit.js';
import { parseLimit } from './arguments.js';
import { withAudit } from './database.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { isoTime, printLines } from './output.js';

interface Options {
  readonly lines: number;
  readonly follow?: true;
  readonly json?: true;
}

const DEFAULT_LINES = 10;
const POLL_MS = 500;

const HELP = `
With --follow, it runs until Ctrl-C. With --json, each event is one line, as in an NDJSON export.
${EXIT_CODES_HELP}

Examples:
  ledger tail
  ledger tail --lines 100 --follow
  ledger tail --follow --json | jq .type`;

/** `ledger tail`: prints the newest events and, with `--follow`, new ones as they arrive (AUD-9). */
export function tailCommand(): Command {
  return new Command('tail')
    .description('print the newest events and, with --follow, new ones as they are written')
    .option('--lines <count>', 'number of events to start with', parseLimit, DEFAULT_LINES)
    .option('--follow', 'continue with new events as they are written')
    .option('--json', 'print one JSON document per line')
    .addHelpText('after', HELP)
    .action(async ({ lines, follow, json }: Options) => {
      const print = json === true ? printJsonLines : printEvents;
      await withAudit((audit) => tail(audit, lines, follow === true, print));
    });
}

async function tail(
  audit: LedgerAudit,
  lines: number,
  isFollowing: boolean,
  print: (events: readonly RecordedEvent[]) => void,
): Promise<void> {
  for await (const { events, isAtEnd } of audit.tail(lines)) {
    print(events);
    if (!isAtEnd) continue;
    if (!isFollowing) return;
    await wait(POLL_MS);
  }
}

function printJsonLines(events: readonly RecordedEvent[]): void {
  process.stdout.write(events.map(formatEventLine).join(''));
}

function printEvents(events: readonly RecordedEvent[]): void {
  printLines(
    events.map(
      ({ position, recordedAt, type, stream, actor }) =>
        `${String(position).padStart(8)}  ${isoTime(recordedAt)}  ${type.padEnd(24)}  ${stream}  by ${actor}`,
    ),
  );
}
