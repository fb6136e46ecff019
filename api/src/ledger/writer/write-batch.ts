import type { EventLog, Head } from '../log/event-log.port.js';
import { writeReadTables } from '../projections/read-tables.js';
import {
  bigintColumn,
  rowSet,
  textColumn,
  timestampColumn,
  uuidColumn,
} from '../../platform/database/row-arrays.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import type { BatchState } from './batch-state.js';
import { CombinedSql } from './combined-sql.js';
import type { Batch, UsedIdempotencyKey } from './decide-batch.js';
import type { TextsToStore } from './submission.js';

/**
 * Batches up to this size are written in one statement: for small batches the fixed cost of a statement outweighs its
 * rows. For larger ones, PostgreSQL can write the first table while the next statement is still being received.
 */
const MAX_COMBINED = 64;

/**
 * Writes a decided batch in the caller's transaction: events, read tables, texts and idempotency keys. Throws
 * synchronously if a value cannot be encoded; some statements may have been sent by then.
 */
export function writeBatch(
  sql: Sql,
  log: EventLog,
  expected: Head,
  batch: Batch,
  state: BatchState,
): Promise<void> {
  const { events, texts, usedKeys } = batch;
  const writes: Promise<unknown>[] = [];
  const combined = batch.outcomes.length <= MAX_COMBINED ? new CombinedSql() : null;
  const target = combined ?? sql;
  if (events.length > 0) {
    writes.push(log.append(target, expected, events));
    writes.push(writeReadTables(target, state.ledger, batch.changes, batch.head.position));
  }
  const newTexts = texts.filter((one) => one.kind === 'new');
  if (newTexts.length > 0) writes.push(target.query(INSERT_TEXTS, TEXTS.values(newTexts)));
  if (usedKeys.length > 0) writes.push(target.query(INSERT_KEYS, KEYS.values(usedKeys)));
  combined?.flushTo(sql);
  // Sent last: the notes may belong to a transaction that this batch creates.
  const notes = latestNotesByTransaction(texts);
  if (notes.length > 0) writes.push(sql.query(UPDATE_NOTES, [JSON.stringify(notes)]));
  return settleAll(writes);
}

/**
 * Returns the last notes of each transaction, because `update … from` with several matches for a row picks any of them.
 */
function latestNotesByTransaction(texts: readonly TextsToStore[]): TextsToStore[] {
  const notes = texts.filter(({ kind }) => kind === 'notes');
  return [...new Map(notes.map((one) => [one.transactionId, one])).values()];
}

const TEXTS = rowSet<Extract<TextsToStore, { kind: 'new' }>>('ledger_transaction_text_row', {
  transaction_id: uuidColumn((row) => row.transactionId),
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

const KEYS = rowSet<UsedIdempotencyKey>('ledger_idempotency_key_row', {
  actor: textColumn((used) => used.actor),
  key: textColumn((used) => used.key),
  fingerprint: textColumn((used) => used.fingerprint),
  transaction_id: uuidColumn((used) => used.receipt.transactionId),
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
