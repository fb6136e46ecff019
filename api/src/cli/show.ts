import { Command } from 'commander';
import { loadEventDetail, type EventDetail } from '../ledger/audit/load-event-detail.js';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import { parsePosition } from './arguments.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, printJson, printLines, tableLines, usd } from './output.js';

const HELP = `
The exit code is 1 if the event's hash is not the one over its fields and the hash before it.
${EXIT_CODES_HELP}

Examples:
  ledger show 1042
  ledger show 1042 --json`;

/** `ledger show`: one event and everything around it. */
export function showCommand(done: (code: ExitCode) => void): Command {
  return new Command('show')
    .description('print one event: payload, entries, hashes, who, and its neighbours in its stream')
    .argument('<position>', 'its position in the log', parsePosition)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (position: number, { json }: { readonly json?: true }) => {
      const shown = await withDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, () => loadEventDetail(sql, position)),
      );
      if (shown === null) throw new CannotCheckError(`there is no event at position ${position}`);
      if (json === true) printJson(jsonOf(shown));
      else printLines(eventLines(shown));
      done(shown.isHashRight ? EXIT.ok : EXIT.difference);
    });
}

function jsonOf({ event, ...around }: EventDetail) {
  const { payload: payloadText, ...fields } = event;
  // The text as well: it is what the hash covers, byte for byte.
  return { ...fields, payload: parsed(payloadText), payloadText, ...around };
}

function eventLines(shown: EventDetail): string[] {
  const { event, previousHash, previousInStream, nextInStream, entries } = shown;
  return [
    `Position ${event.position}: ${event.type}`,
    '',
    `  recorded        ${isoTime(event.recordedAt)}`,
    `  actor           ${event.actor}`,
    `  correlation     ${event.correlationId || '-'}`,
    `  causation       ${event.causationId || '-'}`,
    `  stream          ${event.stream}, version ${event.version}`,
    `  in its stream   previous ${previousInStream ?? '-'}, next ${nextInStream ?? '-'}`,
    `  previous hash   ${previousHash?.toString('hex') ?? 'the event before is missing'}`,
    `  hash            ${event.hash.toString('hex')}`,
    `                  ${shown.isHashRight ? 'right' : 'WRONG: it is not the one over these fields'}`,
    '',
    `Payload (version ${event.payloadVersion})`,
    ...indented(JSON.stringify(parsed(event.payload), null, 2)),
    '',
    ...entryLines(entries),
  ];
}

function entryLines(entries: EventDetail['entries']): string[] {
  if (entries.length === 0) return ['It moves no money.'];
  const right = 'right';
  const rows = entries.map((entry) => [
    entry.name ?? entry.accountId,
    usd(entry.amountCents),
    usd(entry.holdCents),
    usd(entry.postedAfterCents),
    usd(entry.heldAfterCents),
  ]);
  const columns = [
    { title: 'account' },
    { title: 'amount', align: right },
    { title: 'hold', align: right },
    { title: 'total after', align: right },
    { title: 'held after', align: right },
  ] as const;
  return ['Entries', ...indented(tableLines(columns, rows).join('\n'))];
}

function indented(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}

/** A payload that is no JSON is shown as the text that it is. */
function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}
