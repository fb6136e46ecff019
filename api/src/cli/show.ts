import { Command } from 'commander';
import type { EventDetail } from '../ledger/audit/ledger-audit.js';
import { parsePosition } from './arguments.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { type ItemColumn, isoTime, itemLines, printJson, printLines, usd } from './output.js';

const HELP = `
The exit code is 1 if the event's hash doesn't match its fields and the previous hash.
${EXIT_CODES_HELP}

Examples:
  ledger show 1042
  ledger show 1042 --json`;

/** `ledger show`: prints one event with its neighbors, entries and hash (AUD-9). */
export function showCommand(done: (code: ExitCode) => void): Command {
  return new Command('show')
    .description('print one event: payload, entries, hashes, actor and its neighbors in the stream')
    .argument('<position>', 'the position of the event', parsePosition)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (position: number, { json }: { readonly json?: true }) => {
      const detail = await withAudit((audit) => audit.event(position));
      if (detail === null) throw new CannotCheckError(`There's no event at position ${position}.`);
      if (json === true) printJson(eventJson(detail));
      else printLines(eventLines(detail));
      done(detail.isHashRight ? EXIT.ok : EXIT.finding);
    });
}

function eventJson({ event, ...rest }: EventDetail) {
  const { payload: payloadText, ...fields } = event;
  // Includes the text as stored, because the hash covers it byte for byte.
  return { ...fields, payload: parsePayload(payloadText), payloadText, ...rest };
}

function eventLines(detail: EventDetail): string[] {
  const { event, previousHash, previousInStream, nextInStream, entries } = detail;
  return [
    `Position ${event.position}: ${event.type}`,
    '',
    `  recorded        ${isoTime(event.recordedAt)}`,
    `  actor           ${event.actor}`,
    `  correlation     ${event.correlationId || '-'}`,
    `  causation       ${event.causationId || '-'}`,
    `  stream          ${event.stream}, version ${event.version}`,
    `  in its stream   previous ${previousInStream ?? '-'}, next ${nextInStream ?? '-'}`,
    `  previous hash   ${previousHash?.toString('hex') ?? 'the previous event is missing'}`,
    `  hash            ${event.hash.toString('hex')}`,
    `                  ${detail.isHashRight ? 'correct' : "WRONG: it doesn't match these fields"}`,
    '',
    `Payload (version ${event.payloadVersion})`,
    ...indented(JSON.stringify(parsePayload(event.payload), null, 2)),
    '',
    ...entryLines(entries),
  ];
}

function entryLines(entries: EventDetail['entries']): string[] {
  if (entries.length === 0) return ['No entries: the event moves no money.'];
  return ['Entries', ...indented(itemLines(COLUMNS, entries).join('\n'))];
}

const COLUMNS: readonly ItemColumn<EventDetail['entries'][number]>[] = [
  { title: 'account', cell: ({ name, accountId }) => name ?? accountId },
  { title: 'amount', align: 'right', cell: ({ amountCents }) => usd(amountCents) },
  { title: 'hold', align: 'right', cell: ({ holdCents }) => usd(holdCents) },
  { title: 'total after', align: 'right', cell: ({ postedAfterCents }) => usd(postedAfterCents) },
  { title: 'held after', align: 'right', cell: ({ heldAfterCents }) => usd(heldAfterCents) },
];

function indented(text: string): string[] {
  return text.split('\n').map((line) => `  ${line}`);
}

/** Returns a parsed payload, or its text if it isn't JSON. */
function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}
