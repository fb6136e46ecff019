import type { BatchSignature } from '../tables/ledger-batch-signature.js';
import { LEDGER_IDEMPOTENCY_KEY, type UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import { isChainedTo } from '../log/hash-chain.js';
import type { Head, RecordedEvent } from '../log/event-log.port.js';
import { appendBytesOf, isReadByteForByte, MAX_APPEND_BYTES } from '../log/kurrent-event.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import type { Sql } from '../../platform/database/sql.js';
import { fetchPages } from '../../platform/database/snapshot.js';
import { asHashedKey } from '../writer/hashed-keys.js';
import { batchSignaturesBetween } from './batch-signatures.js';

const PAGE_SIZE = 2_000;

/** The log in PostgreSQL cannot be copied. The message names the position. */
export class NotCopyableError extends Error {
  override name = 'NotCopyableError';
}

/**
 * Yields the events after `from` and up to `to` as a log outside PostgreSQL stores them: with HMACs of their
 * idempotency keys, and with their batches' signatures. Run it in one snapshot.
 *
 * @throws NotCopyableError an event is missing, was changed, is too large for one append, or would not be read back
 *   byte for byte
 */
export async function* copiedEvents(
  sql: Sql,
  from: Head,
  to: number,
  keySecret: Buffer,
): AsyncGenerator<RemoteEvent[]> {
  const keys = new KeysInOrder(sql, from.position, to);
  let before: Pick<Head, 'position' | 'hash'> = from;
  while (before.position < to) {
    const limit = Math.min(PAGE_SIZE, to - before.position);
    const events = await postgresEventLog.read(sql, before.position, limit);
    const used = await keys.upTo(before.position + limit);
    const signatures = await batchSignaturesBetween(sql, before.position, before.position + limit);
    const page = events.map((event) => {
      assertChained(before, event);
      before = event;
      return assertStorable(
        asRemote(event, used.get(event.position), signatures.get(event.position) ?? null, keySecret),
      );
    });
    if (page.length < limit) throw new NotCopyableError(`event ${before.position + 1} is missing`);
    yield page;
  }
}

function assertChained(before: Pick<Head, 'position' | 'hash'>, event: RecordedEvent): void {
  const position = before.position + 1;
  if (event.position !== position) throw new NotCopyableError(`event ${position} is missing`);
  if (isChainedTo(before.hash, event)) return;
  throw new NotCopyableError(
    `the hash of event ${position} doesn't match: the event was changed. Run "ledger verify"`,
  );
}

function assertStorable(event: RemoteEvent): RemoteEvent {
  if (!isReadByteForByte(event.payload)) {
    throw new NotCopyableError(
      `the payload of event ${event.position} wouldn't be read back byte for byte, so its hash would no longer match`,
    );
  }
  if (appendBytesOf(event) > MAX_APPEND_BYTES) {
    throw new NotCopyableError(`event ${event.position} is too large for one append`);
  }
  return event;
}

function asRemote(
  event: RecordedEvent,
  used: UsedIdempotencyKey | undefined,
  signature: BatchSignature | null,
  keySecret: Buffer,
): RemoteEvent {
  if (used === undefined) return { idempotency: null, signature, ...event };
  const { transactionId, firstPosition, lastPosition } = used;
  const eventCount = (lastPosition ?? 0) - (firstPosition ?? 0) + 1;
  const idempotency = { ...asHashedKey(keySecret, used), transactionId, eventCount };
  return { idempotency, signature, ...event };
}

/** The idempotency keys recorded for a range of events, in the events' order. */
class KeysInOrder {
  private readonly pages: AsyncGenerator<UsedIdempotencyKey[]>;
  private page: readonly UsedIdempotencyKey[] = [];
  private index = 0;

  constructor(sql: Sql, after: number, to: number) {
    const range = `first_position > ${BigInt(after)} and first_position <= ${BigInt(to)}`;
    this.pages = fetchPages(
      sql,
      'copied_keys',
      `select ${LEDGER_IDEMPOTENCY_KEY.fields} from ${LEDGER_IDEMPOTENCY_KEY.name} where ${range} order by first_position`,
    );
  }

  /**
   * Returns the next idempotency keys up to the event at `position`, as a map keyed by the position of each idempotency
   * key's first event.
   */
  async upTo(position: number): Promise<Map<number, UsedIdempotencyKey>> {
    const found = new Map<number, UsedIdempotencyKey>();
    for (let key = await this.current(); key !== undefined; key = await this.current()) {
      const { firstPosition } = key;
      if (firstPosition === null || firstPosition > position) break;
      found.set(firstPosition, key);
      this.index += 1;
    }
    return found;
  }

  private async current(): Promise<UsedIdempotencyKey | undefined> {
    while (this.index >= this.page.length) {
      const next = await this.pages.next();
      if (next.done === true) return undefined;
      this.page = next.value;
      this.index = 0;
    }
    return this.page[this.index];
  }
}
