import { CopyReader, type CopyRow } from '../../platform/database/copy-reader.js';
import type { CopySource } from '../../platform/database/copy-source.js';
import { ChainBytes } from './chain-bytes.js';
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

/**
 * A part of the log in order, in the pieces in which PostgreSQL sends it: the quickest way through a long log. The rows
 * come as a binary COPY, and hashes are computed from these very bytes (infra/decisions/0006-flat-replay.md).
 */
export async function* scanEvents(
  source: CopySource,
  { after, previousHash, upTo }: LogPart,
): AsyncGenerator<LoggedEvent[]> {
  const reader = new CopyReader();
  const chain = new ChainBytes(previousHash);
  const where = `position > ${bigint(after)} and position <= ${bigint(upTo)}`;
  const select = `select ${COLUMNS} from ledger_event where ${where} order by position`;
  for await (const piece of source.copyOut(select)) {
    reader.feed(piece);
    const events: LoggedEvent[] = [];
    while (reader.next()) events.push(eventOf(reader.row, chain));
    yield events;
  }
}

const LARGEST = '9223372036854775807';
const SMALLEST = '-9223372036854775808';

function bigint(position: number): string {
  if (Number.isFinite(position)) return BigInt(position).toString();
  return position > 0 ? LARGEST : SMALLEST;
}

function eventOf(row: CopyRow, chain: ChainBytes): LoggedEvent {
  const hashStart = row.startOf(AT.hash);
  const milliseconds = row.milliseconds(AT.recordedAt);
  return {
    position: row.int64(AT.position),
    stream: row.text(AT.stream),
    version: row.int64(AT.version),
    type: row.text(AT.type),
    payloadVersion: row.int16(AT.payloadVersion),
    recordedAt: timeOf(milliseconds),
    payload: row.text(AT.payload),
    hash: row.bytes.subarray(hashStart, hashStart + row.lengthOf(AT.hash)),
    isChained: chain.takes(row, milliseconds),
  };
}

/** The events of a batch of the writer have one time, and so one date. */
let lastTime = new Date(0);

function timeOf(milliseconds: number): Date {
  if (lastTime.getTime() !== milliseconds) lastTime = new Date(milliseconds);
  return lastTime;
}
