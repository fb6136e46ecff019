import type { Sql } from '../../platform/database/sql.js';
import { UnusableLogError } from '../log/check-remote-log.js';
import { HASH_BYTES } from '../log/hash-chain.js';
import type { Head } from '../log/event-log.port.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import type { Batch } from './batch.js';
import type { LogKeys } from './hashed-keys.js';
import type { Submission } from './submission.js';

/** The events of a transaction, which names them when it is prepared. */
export interface PreparedBatch {
  /** The head of the log before the events. */
  readonly base: Head;
  readonly events: readonly RemoteEvent[];
}

/** What the name of a prepared transaction says of its events. No other batch begins with this event. */
export interface PreparedName {
  readonly name: string;
  /** Of the first event. */
  readonly position: number;
  readonly hash: Buffer;
}

/** Names the transaction of a batch. */
export function nameOf({ events: [first] }: PreparedBatch): PreparedName {
  if (first === undefined) throw new Error('a batch without events is not prepared');
  const { position, hash } = first;
  return { name: `moniker:${position}:${hash.toString('hex')}`, position, hash };
}

const NAME = new RegExp(String.raw`^moniker:(\d{1,15}):([0-9a-f]{${HASH_BYTES * 2}})$`);

/** Which prepared transactions are those of a bank, in SQL. */
export const IS_PREPARED_BATCH = `database = current_database() and gid like 'moniker:%'`;

/** Returns null if the name is not one of ours. */
export function parseName(name: string): PreparedName | null {
  const [, position, hash = ''] = NAME.exec(name) ?? [];
  return position === undefined ? null : { name, position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/**
 * Checks that the bank has no transaction that is prepared for longer than its programs need to settle it.
 *
 * @throws UnusableLogError it has
 */
export async function assertNothingLeft(sql: Sql): Promise<void> {
  const [left] = await sql.query<{ since: Date }>(
    `select min(prepared) as since from pg_prepared_xacts where ${IS_PREPARED_BATCH}
       and prepared < clock_timestamp() - interval '10 seconds' having count(*) > 0`,
  );
  if (left === undefined) return;
  throw new UnusableLogError(
    `a transaction is prepared since ${left.since.toISOString()}. Start an API process, which settles it, and try again`,
  );
}

/** Returns the events of decided batches, which follow each other, as a log outside PostgreSQL stores them. */
export function preparedBatchOf(
  decided: readonly { readonly batch: Batch; readonly submissions: readonly Submission[] }[],
  keys: LogKeys,
): PreparedBatch {
  const [first] = decided;
  if (first === undefined) throw new Error('no batch was decided');
  const events = decided.flatMap(({ batch, submissions }) => remoteEventsOf(batch, submissions, keys));
  return { base: first.batch.base, events };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Adds what restores keys and signatures from the log. */
function remoteEventsOf(batch: Batch, submissions: readonly Submission[], keys: LogKeys): RemoteEvent[] {
  // The spread comes last: adding properties after a spread is slow in V8.
  const events = batch.events.map((event): Mutable<RemoteEvent> => ({
    idempotency: null,
    signature: null as BatchSignature | null,
    ...event,
  }));
  const last = events.at(-1);
  if (last !== undefined) last.signature = batch.signature;
  const start = batch.base.position + 1;
  for (const [index, submission] of submissions.entries()) {
    const { context, idempotency } = submission;
    const outcome = batch.outcomes[index];
    if (outcome?.ok !== true || outcome.replayed || idempotency === undefined) continue;
    const { transactionId, firstPosition, lastPosition } = outcome.receipt;
    if (firstPosition === null || lastPosition === null) continue;
    const event = events[firstPosition - start];
    if (event === undefined) continue;
    const eventCount = lastPosition - firstPosition + 1;
    event.idempotency = { ...keys.hashedFormOf({ context, idempotency }), transactionId, eventCount };
  }
  return events;
}
