import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_BATCH_SIGNATURE, type BatchSignature } from '../tables/ledger-batch-signature.js';

/**
 * Returns the signatures of batches whose last event is after position `after` and at or before `to`. They are keyed by
 * the position of that event.
 */
export async function batchSignaturesBetween(
  sql: Sql,
  after: number,
  to: number,
): Promise<ReadonlyMap<number, BatchSignature>> {
  const signatures = await selectSignatures(sql, [after, to]);
  return new Map(signatures.map((signature) => [signature.lastPosition, signature]));
}

const selectSignatures = LEDGER_BATCH_SIGNATURE.select('where last_position > $1 and last_position <= $2');
