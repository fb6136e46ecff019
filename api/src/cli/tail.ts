import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import { formatEventLine } from '../ledger/log/event-lines.js';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { postgresEventLog } from '../ledger/log/postgres-event-log.js';
import type { Sql } from '../platform/database/sql.js';
import { parseLimit } from './arguments.js';
import { withDatabase } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, printLines } from './output.js';

interface Options {
  readonly lines: number;
  readonly follow?: true;
  readonly json?: true;
}

const DEFAULT_LINES = 10;
const POLL_MS = 500;
const PAGE_SIZE = 1_000;

const HELP = `
With --follow, it runs until Ctrl-C. With --json, each event is one line, as in an NDJSON export.
${EXIT_CODES_HELP}

Examples:
  ledger tail
  ledger tail --lines 100 --follow
  ledger tail --follow --json | jq .type`;

/** `ledger tail`: prints the newest events and, with `--follow`, new ones as they arrive (AUD-9). */
export function tailCommand(done: (code: ExitCode) => void): Command {
  return new Command('tail')
    .description('print the newest events and, with --follow, new ones as they are written')
    .option('--lines <count>', 'number of events to start with', parseLimit, DEFAULT_LINES)
    .option('--follow', 'continue with new events as they are written')
    .option('--json', 'print one JSON document per line')
    .addHelpText('after', HELP)
    .action(async ({ lines, follow, json }: Options) => {
      const print = json === true ? printJsonLines : printEvents;
      await withDatabase('DATABASE_AUDITOR_URL', (sql) => tail(sql, lines, follow === true, print));
      done(EXIT.ok);
    });
}

async function tail(
  sql: Sql,
  lines: number,
  isFollowing: boolean,
  print: (events: readonly RecordedEvent[]) => void,
): Promise<void> {
  const { position } = await postgresEventLog.head(sql);
  let after = Math.max(0, position - lines);
  while (true) {
    const events = await postgresEventLog.read(sql, after, PAGE_SIZE);
    print(events);
    after = events.at(-1)?.position ?? after;
    if (events.length === PAGE_SIZE) continue;
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
