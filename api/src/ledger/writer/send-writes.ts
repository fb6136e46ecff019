import type { EventLog } from '../log/event-log.port.js';
import { writeReadTables } from '../projections/read-tables.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import { LEDGER_BATCH_SIGNATURE, type BatchSignature } from '../tables/ledger-batch-signature.js';
import { LEDGER_IDEMPOTENCY_KEY } from '../tables/ledger-idempotency-key.js';
import { LEDGER_TRANSACTION_TEXT } from '../tables/ledger-transaction-text.js';
import type { TakenWrites } from './batch.js';
import type { BatchState } from './batch-state.js';
import { CombinedSql } from './combined-sql.js';
import type { TextsToStore } from '../texts/transaction-texts.js';

/**
 * Batches up to this size are written in one statement: for small batches, the fixed cost of a statement outweighs the
 * cost of its rows. Larger batches are written in several statements, so PostgreSQL can write the first table while it
 * is still receiving the next statement.
 */
const MAX_COMBINED = 64;

/**
 * Sends decided writes in the caller's transaction: events, read tables, texts, idempotency keys and batch signatures.
 * The batch's state must already include the writes. Throws synchronously if a value cannot be encoded; some statements
 * may have been sent by then.
 */
export function sendWrites(
  sql: Sql,
  log: EventLog,
  { base, head, size, events, changes, texts, usedKeys }: TakenWrites,
  { ledger }: BatchState,
  signatures: readonly BatchSignature[],
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const combined = size <= MAX_COMBINED ? new CombinedSql() : null;
  const target = combined ?? sql;
  if (events.length > 0) {
    sent.push(log.append(target, base, events));
    sent.push(writeReadTables(target, ledger, changes, head.position));
  }
  if (signatures.length > 0) {
    sent.push(target.query(LEDGER_BATCH_SIGNATURE.insert, LEDGER_BATCH_SIGNATURE.values(signatures)));
  }
  const newTexts = texts.filter((one) => one.kind === 'new').map(toTextRow);
  if (newTexts.length > 0) {
    sent.push(target.query(LEDGER_TRANSACTION_TEXT.insert, LEDGER_TRANSACTION_TEXT.values(newTexts)));
  }
  if (usedKeys.size > 0) {
    const rows = [...usedKeys.values()];
    sent.push(target.query(LEDGER_IDEMPOTENCY_KEY.insert, LEDGER_IDEMPOTENCY_KEY.values(rows)));
  }
  combined?.flushTo(sql);
  // Sent last: the notes may belong to a transaction that this batch creates.
  const notes = latestNotesByTransaction(texts);
  if (notes.length > 0) sent.push(sql.query(UPDATE_NOTES, [JSON.stringify(notes)]));
  return settleAll(sent);
}

/**
 * Returns each transaction's last notes. If a row had several matches, `update … from` would pick an arbitrary one.
 */
function latestNotesByTransaction(texts: readonly TextsToStore[]): TextsToStore[] {
  const notes = texts.filter(({ kind }) => kind === 'notes');
  return [...new Map(notes.map((one) => [one.transactionId, one])).values()];
}

type NewTexts = Extract<TextsToStore, { kind: 'new' }>;

// The spread comes last: adding properties after a spread is slow in V8.
function toTextRow({ transactionId, salt, notes, texts }: NewTexts) {
  return { transactionId, salt, adminNotes: notes?.text, notesSalt: notes?.salt, ...texts };
}

const UPDATE_NOTES = `update ledger_transaction_text as text
  set admin_notes = new.notes, notes_salt = new.salt, customer_reason = new."customerReason"
  from json_to_recordset($1::json) as new("transactionId" uuid, notes text, salt text, "customerReason" text)
  where text.transaction_id = new."transactionId"`;
