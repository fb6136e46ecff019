import { CopyReader, type CopyRow } from '../../platform/database/copy-reader.js';
import type { CopySource } from '../../platform/database/copy-source.js';
import { ChainBytes } from './chain-bytes.js';
import { eventTime } from './event-time.js';
import type { LoggedEvent } from './logged-event.js';

const COLUMNS =
  'position, stream, version, type, payload_version, recorded_at, actor, correlation_id, causation_id, payload, hash';
/** Places of columns in that list. */
const AT = {
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
export interface LogPart {
  readonly after: number;
  readonly previousHash: Buffer;
  readonly upTo: number;
}

/** Where a part of the log can be had, in order, in the pieces in which it comes. */
export interface LogSource {
  readLog(part: LogPart): AsyncGenerator<LoggedEvent[]>;
}

/**
 * A part of the log in order, in the pieces in which PostgreSQL sends it: the quickest way through a long log. The rows
 * come as a binary COPY, and hashes are computed from these very bytes (docs/adr/0006-replay-in-constant-memory.md).
 */
export async function* scanEvents(source: CopySource, part: LogPart): AsyncGenerator<LoggedEvent[]> {
  const reader = new CopyReader();
  const chain = new ChainBytes(part.previousHash);
  for await (const piece of source.copyOut(selectEvents(part))) {
    reader.feed(piece);
    const events: LoggedEvent[] = [];
    while (reader.next()) events.push(eventOf(reader.row, chain.takes(reader.row)));
    yield events;
  }
}

/** The rows of a part of the log, with the columns that `ChainBytes` and `eventOf` go by. */
export function selectEvents({ after, upTo }: LogPart): string {
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
export function eventOf(row: CopyRow, isChained: boolean): LoggedEvent {
  return {
    position: row.int64(AT.position),
    stream: row.text(AT.stream),
    version: row.int64(AT.version),
    type: row.text(AT.type),
    payloadVersion: row.int16(AT.payloadVersion),
    recordedAt: eventTime(row.milliseconds(AT.recordedAt)),
    payload: row.text(AT.payload),
    hash: row.slice(AT.hash),
    isChained,
  };
}
