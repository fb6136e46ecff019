import { CopyReader, type CopyRow } from '../../platform/database/copy-reader.js';
import type { CopySource } from '../../platform/database/copy-source.js';
import { ChainVerifier } from './chain-verifier.js';
import { eventTime } from './event-time.js';
import type { ChainCheckedEvent } from './chain-checked-event.js';

const COLUMNS =
  'position, stream, version, type, payload_version, recorded_at, actor, correlation_id, causation_id, payload, hash';
/** Places of columns in that list. */
const COLUMN_INDEX = {
  position: 0,
  stream: 1,
  version: 2,
  type: 3,
  payloadVersion: 4,
  recordedAt: 5,
  payload: 9,
  hash: 10,
};

/** A part of the log: everything after a position, whose hash is the previous one, up to another. */
export interface LogRange {
  readonly after: number;
  readonly previousHash: Buffer;
  readonly upTo: number;
}

/** Where a part of the log can be had, in order, in the pieces in which it comes. */
export interface LogSource {
  readLog(part: LogRange): AsyncGenerator<ChainCheckedEvent[]>;
}

/**
 * A part of the log in order, in the pieces in which PostgreSQL sends it: the quickest way through a long log. The rows
 * come as a binary COPY, and hashes are computed from these very bytes (docs/adr/0006-replay-in-constant-memory.md).
 */
export async function* scanEvents(source: CopySource, part: LogRange): AsyncGenerator<ChainCheckedEvent[]> {
  const reader = new CopyReader();
  const chain = new ChainVerifier(part.previousHash);
  for await (const piece of source.copyOut(selectLogRange(part))) {
    reader.feed(piece);
    const events: ChainCheckedEvent[] = [];
    while (reader.next()) events.push(eventFromCopyRow(reader.row, chain.verifyNext(reader.row)));
    yield events;
  }
}

/** The rows of a part of the log, with the columns that `ChainVerifier` and `eventOf` go by. */
export function selectLogRange({ after, upTo }: LogRange): string {
  const where = `position > ${bigint(after)} and position <= ${bigint(upTo)}`;
  return `select ${COLUMNS} from ledger_event where ${where} order by position`;
}

const LARGEST = '9223372036854775807';
const SMALLEST = '-9223372036854775808';

function bigint(position: number): string {
  if (Number.isFinite(position)) return BigInt(position).toString();
  return position > 0 ? LARGEST : SMALLEST;
}

/** The event in a row. Its hash is a part of the row's bytes. */
export function eventFromCopyRow(row: CopyRow, isChained: boolean): ChainCheckedEvent {
  return {
    position: row.int64(COLUMN_INDEX.position),
    stream: row.text(COLUMN_INDEX.stream),
    version: row.int64(COLUMN_INDEX.version),
    type: row.text(COLUMN_INDEX.type),
    payloadVersion: row.int16(COLUMN_INDEX.payloadVersion),
    recordedAt: eventTime(row.milliseconds(COLUMN_INDEX.recordedAt)),
    payload: row.text(COLUMN_INDEX.payload),
    hash: row.slice(COLUMN_INDEX.hash),
    isChained,
  };
}
