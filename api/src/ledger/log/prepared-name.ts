import type { Sql } from '../../platform/database/sql.js';
import { UnusableLogError } from './check-remote-log.js';
import type { RecordedEvent } from './event-log.port.js';
import { HASH_BYTES } from './hash-chain.js';

/**
 * The name of a prepared transaction, made from the position and hash of its batch's first event. No other batch starts
 * with that event.
 */
export interface PreparedName {
  readonly name: string;
  readonly position: number;
  readonly hash: Buffer;
}

/** Returns the name of a batch's prepared transaction. */
export function preparedName({
  events: [first],
}: {
  readonly events: readonly RecordedEvent[];
}): PreparedName {
  if (first === undefined) throw new Error('a batch without events cannot be prepared');
  const { position, hash } = first;
  return { name: `moniker:${position}:${hash.toString('hex')}`, position, hash };
}

const NAME = new RegExp(String.raw`^moniker:(\d{1,15}):([0-9a-f]{${HASH_BYTES * 2}})$`);

/** SQL: whether a prepared transaction belongs to this bank. */
export const IS_PREPARED_BATCH = `database = current_database() and gid like 'moniker:%'`;

/** Returns null if the name is not one of ours. */
export function parseName(name: string): PreparedName | null {
  const [, position, hash = ''] = NAME.exec(name) ?? [];
  return position === undefined ? null : { name, position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/**
 * Checks that none of the bank's transactions has stayed prepared for long. Settling a transaction normally takes much
 * less than ten seconds.
 *
 * @throws UnusableLogError a transaction has been prepared for more than ten seconds
 */
export async function assertNothingLeft(sql: Sql): Promise<void> {
  const [left] = await sql.query<{ since: Date }>(
    `select min(prepared) as since from pg_prepared_xacts where ${IS_PREPARED_BATCH}
       and prepared < clock_timestamp() - interval '10 seconds' having count(*) > 0`,
  );
  if (left === undefined) return;
  throw new UnusableLogError(
    `a transaction has been in the prepared state since ${left.since.toISOString()}. Start an API process, which will settle it, and try again`,
  );
}
