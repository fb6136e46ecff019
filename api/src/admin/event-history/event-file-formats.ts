import { centsToPlain } from '@moniker/common/money.js';
import { describeForAdmins } from '../../events/describe-events.js';
import { accountLabel } from '../../ledger/domain/accounts.js';
import type { LoggedEvent } from '../../ledger/queries/ledger-events.service.js';
import { csvText, type CsvColumn } from '../../http/csv.js';

/** Columns of the CSV file. Their names include units and time zone. */
export const EVENT_CSV_COLUMNS: readonly CsvColumn<LoggedEvent>[] = [
  { name: 'Position', cell: ({ position }) => String(position) },
  { name: 'Recorded at (UTC)', cell: ({ recordedAt }) => recordedAt.toISOString() },
  { name: 'Type', cell: ({ type }) => csvText(type) },
  { name: 'What happened', cell: ({ event }) => csvText(describeForAdmins(event, 'the customer')) },
  { name: 'Customer ID', cell: ({ customerId }) => csvText(customerId) },
  { name: 'Transaction ID', cell: ({ transactionId }) => csvText(transactionId) },
  { name: 'Entries (account amount in USD; …)', cell: (event) => csvText(entriesOf(event)) },
  { name: 'Hold change (USD)', cell: (event) => holdOf(event) },
  { name: 'Actor role', cell: ({ actorRole }) => actorRole },
  { name: 'Actor', cell: ({ actor }) => csvText(actor) },
  { name: 'Stream', cell: ({ stream }) => csvText(stream) },
  { name: 'Version in stream', cell: ({ version }) => String(version) },
  { name: 'Correlation ID', cell: ({ correlationId }) => csvText(correlationId) },
  { name: 'Causation ID', cell: ({ causationId }) => csvText(causationId) },
  { name: 'Payload version', cell: ({ payloadVersion }) => String(payloadVersion) },
  { name: 'Payload (JSON as stored)', cell: ({ payload }) => csvText(payload) },
  { name: 'Hash (SHA-256, hex)', cell: ({ hash }) => hash.toString('hex') },
];

/**
 * Formats an event as a line of JSON. It contains the payload byte for byte as stored, so that the hash can be
 * recomputed.
 */
export function formatEventNdjson(event: LoggedEvent): string {
  const { position, stream, version, type, payloadVersion, recordedAt } = event;
  const { actor, correlationId, causationId, payload, hash } = event;
  const head = JSON.stringify({
    ...{ position, stream, version, type, payloadVersion, recordedAt },
    ...{ actor, correlationId, causationId, hash: hash.toString('hex') },
  });
  return `${head.slice(0, -1)},"payload":${isJsonLine(payload) ? payload : JSON.stringify(payload)}}\n`;
}

function isJsonLine(text: string): boolean {
  if (/[\n\r]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function entriesOf(event: LoggedEvent): string {
  const postings = postingsOf(event);
  return (postings?.entries ?? [])
    .map(({ accountId, amountCents }) => `${accountLabel(accountId)} ${centsToPlain(amountCents)}`)
    .join('; ');
}

function holdOf(event: LoggedEvent): string {
  const postings = postingsOf(event);
  return postings === null ? '' : centsToPlain(postings.holdCents);
}

/** Returns the payload of an event with its postings, or null without postings or if it cannot be read. */
function postingsOf({ event }: LoggedEvent) {
  return event !== null && 'entries' in event.payload ? event.payload : null;
}
