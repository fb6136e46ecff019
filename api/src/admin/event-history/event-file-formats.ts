import { centsToPlain } from '@moniker/common/money.js';
import { describeForAdmins } from '../../events/describe-events.js';
import { accountLabel } from '../../ledger/domain/accounts.js';
import type { LoggedEvent } from '../../ledger/queries/ledger-events.service.js';
import type { CsvColumns } from '../../http/csv.js';

/** Columns of the CSV file. Their names include the units and the time zone. */
export const EVENT_CSV_COLUMNS: CsvColumns<LoggedEvent> = {
  Position: ({ position }) => String(position),
  'Recorded at (UTC)': ({ recordedAt }) => recordedAt.toISOString(),
  Type: ({ type }) => type,
  'What happened': ({ event }) => describeForAdmins(event, 'the customer'),
  'Customer ID': ({ customerId }) => customerId,
  'Transaction ID': ({ transactionId }) => transactionId,
  'Entries (account amount in USD; …)': entriesOf,
  'Hold change (USD)': holdOf,
  'Actor role': ({ actorRole }) => actorRole,
  Actor: ({ actor }) => actor,
  Stream: ({ stream }) => stream,
  'Version in stream': ({ version }) => String(version),
  'Correlation ID': ({ correlationId }) => correlationId,
  'Causation ID': ({ causationId }) => causationId,
  'Payload version': ({ payloadVersion }) => String(payloadVersion),
  'Payload (JSON as stored)': ({ payload }) => payload,
  'Hash (SHA-256, hex)': ({ hash }) => hash.toString('hex'),
};

/**
 * Formats an event as a line of JSON. The line contains the payload byte for byte as stored, so the hash can be
 * recomputed. A payload that isn't one line of JSON becomes a string.
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

function holdOf(event: LoggedEvent): { cents: number } | null {
  const postings = postingsOf(event);
  return postings && { cents: postings.holdCents };
}

/** Returns an event's payload with its postings, or null if it has none or can't be read. */
function postingsOf({ event }: LoggedEvent) {
  return event !== null && 'entries' in event.payload ? event.payload : null;
}
