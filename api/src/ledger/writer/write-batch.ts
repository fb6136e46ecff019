import type { EventLog, Head } from '../log/event-log.port.js';
import { writeReadTables } from '../projections/read-tables.js';
import {
  bigintColumn,
  columnSet,
  textColumn,
  timestampColumn,
} from '../../platform/database/column-arrays.js';
import { allOf, type Sql } from '../../platform/database/sql.js';
import type { BatchState } from './batch-state.js';
import type { PreparedBatch, UsedKey } from './prepare-batch.js';
import type { TextsToStore } from './submission.js';

/**
 * Writes a decided batch: events, read tables, texts and used keys, in the caller's transaction. Throws at once,
 * before it answers, where a value can not be encoded; some statements are under way then.
 */
export function writeBatch(
  sql: Sql,
  log: EventLog,
  expected: Head,
  batch: PreparedBatch,
  state: BatchState,
): Promise<void> {
  const others = otherStatements(batch);
  const writes: Promise<unknown>[] = [];
  if (batch.events.length > 0) {
    writes.push(log.append(sql, expected, batch.events));
    writes.push(writeReadTables(sql, state.ledger, batch.changes, batch.head.position));
  }
  writes.push(...others.map(([text, values]) => sql.query(text, values)));
  return allOf(writes);
}

/** What goes beside the log: texts, notes and used keys. */
function otherStatements({ texts, usedKeys }: PreparedBatch): [text: string, values: unknown[]][] {
  const statements: [text: string, values: unknown[]][] = [];
  const fresh = texts.filter((one) => one.kind === 'new');
  const notes = lastNotes(texts);
  if (fresh.length > 0) statements.push([INSERT_TEXTS, TEXTS.values(fresh)]);
  if (notes.length > 0) statements.push([UPDATE_NOTES, [JSON.stringify(notes)]]);
  if (usedKeys.length > 0) statements.push([INSERT_KEYS, KEYS.values(usedKeys)]);
  return statements;
}

/** The last notes of each transaction: an update that meets two for one row would take either. */
function lastNotes(texts: readonly TextsToStore[]): TextsToStore[] {
  const notes = texts.filter(({ kind }) => kind === 'notes');
  return [...new Map(notes.map((one) => [one.transactionId, one])).values()];
}

const TEXTS = columnSet<Extract<TextsToStore, { kind: 'new' }>>({
  transaction_id: textColumn((row) => row.transactionId, 'uuid'),
  salt: textColumn((row) => row.salt),
  description: textColumn((row) => row.texts.description),
  recipient_name: textColumn((row) => row.texts.recipientName),
  recipient_account: textColumn((row) => row.texts.recipientAccount),
  recipient_routing: textColumn((row) => row.texts.recipientRouting),
  purpose: textColumn((row) => row.texts.purpose),
  payment_for: textColumn((row) => row.texts.paymentFor),
  from_account: textColumn((row) => row.texts.fromAccount),
  from_routing: textColumn((row) => row.texts.fromRouting),
  to_account: textColumn((row) => row.texts.toAccount),
  to_routing: textColumn((row) => row.texts.toRouting),
  reason: textColumn((row) => row.texts.reason),
  admin_notes: textColumn((row) => row.notes?.text),
  notes_salt: textColumn((row) => row.notes?.salt),
});

const KEYS = columnSet<UsedKey>({
  actor: textColumn((used) => used.actor),
  key: textColumn((used) => used.key),
  fingerprint: textColumn((used) => used.fingerprint),
  transaction_id: textColumn((used) => used.receipt.transactionId, 'uuid'),
  first_position: bigintColumn((used) => used.receipt.firstPosition),
  last_position: bigintColumn((used) => used.receipt.lastPosition),
  recorded_at: timestampColumn((used) => used.receipt.recordedAt),
});

const INSERT_TEXTS = `insert into ledger_transaction_text (${TEXTS.names}) ${TEXTS.select}`;

const INSERT_KEYS = `insert into ledger_idempotency_key (${KEYS.names}) ${KEYS.select}`;

const UPDATE_NOTES = `update ledger_transaction_text as text
  set admin_notes = new.notes, notes_salt = new.salt
  from json_to_recordset($1::json) as new("transactionId" uuid, notes text, salt text)
  where text.transaction_id = new."transactionId"`;
