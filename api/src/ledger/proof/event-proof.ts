import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { eventHash, GENESIS_HASH, type HashedFields } from '../log/hash-chain.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { type Checkpoint, openCheckpoint } from './checkpoint.js';
import { inclusionProof, isIncluded, leafHash } from './merkle.js';
import { rangeRootOf } from './merkle-tree-store.js';
import type { TrustedKeys } from './signing-key.js';

/** One event with all that it takes to prove, without the ledger, that it is part of a signed checkpoint. */
export interface EventProof {
  readonly event: HashedFields;
  readonly previousHash: Buffer;
  /** From the event's leaf up to the root of the checkpoint. */
  readonly path: readonly Buffer[];
  /** The checkpoint as it was signed. */
  readonly note: string;
}

/** Why an event cannot be proven, or a proof does not hold. */
export class ProofError extends Error {
  override name = 'ProofError';
}

/** Makes the proof of an event against a checkpoint. Throws `ProofError` where that comes before the event. */
export async function proveEvent(
  sql: Sql,
  position: number,
  { checkpoint, note }: { readonly checkpoint: Checkpoint; readonly note: string },
): Promise<EventProof> {
  if (position > checkpoint.position) {
    throw new ProofError(
      `the checkpoint of position ${checkpoint.position} was taken before event ${position}`,
    );
  }
  const around = await postgresEventLog.read(sql, position - 2, 2);
  const event = around.find((one) => one.position === position);
  const before = around.find((one) => one.position === position - 1);
  const previousHash = position === 1 ? GENESIS_HASH : before?.hash;
  if (event === undefined || previousHash === undefined) {
    throw new ProofError(`event ${position} or the one before it is missing from the log`);
  }
  const path = await inclusionProof(position - 1, checkpoint.position, rangeRootOf(sql));
  return { event: withoutHash(event), previousHash, path, note };
}

/** The checkpoint that an event is proven to be part of. Throws `CheckpointError` or `ProofError` otherwise. */
export function checkEventProof(
  { event, previousHash, path, note }: EventProof,
  trusted: TrustedKeys,
): Checkpoint {
  const checkpoint = openCheckpoint(note, trusted);
  const leaf = leafHash(eventHash(previousHash, event));
  if (!isIncluded(leaf, event.position - 1, checkpoint.position, path, checkpoint.root)) {
    throw new ProofError(
      `this event is not at position ${event.position} of the log that was signed at ${checkpoint.position}`,
    );
  }
  return checkpoint;
}

function withoutHash({ hash: _hash, ...fields }: RecordedEvent): HashedFields {
  return fields;
}

const FORMAT = 'moniker-event-proof-1';

/** The proof as a file of one JSON document; hashes are in base64url, the payload is the text as stored. */
export function writeEventProof({ event, previousHash, path, note }: EventProof): string {
  const document = {
    format: FORMAT,
    event: { ...event, recordedAt: event.recordedAt.toISOString() },
    previousHash: previousHash.toString('base64url'),
    path: path.map((hash) => hash.toString('base64url')),
    checkpoint: note,
  };
  return `${JSON.stringify(document)}\n`;
}

/** Reads such a file. Throws `ProofError` for anything else. */
export function readEventProof(text: string): EventProof {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new ProofError('this file is no proof: it is not JSON');
  }
  if (!isDocument(document)) throw new ProofError('this file is no proof of an event');
  const { event, previousHash, path, checkpoint } = document;
  return {
    event: { ...event, recordedAt: new Date(event.recordedAt) },
    previousHash: Buffer.from(previousHash, 'base64url'),
    path: path.map((hash) => Buffer.from(hash, 'base64url')),
    note: checkpoint,
  };
}

interface ProofDocument {
  readonly event: Omit<HashedFields, 'recordedAt'> & { readonly recordedAt: string };
  readonly previousHash: string;
  readonly path: readonly string[];
  readonly checkpoint: string;
}

const NUMBER_FIELDS = ['position', 'version', 'payloadVersion'];
const TEXT_FIELDS = ['stream', 'type', 'recordedAt', 'actor', 'correlationId', 'causationId', 'payload'];

function isDocument(value: unknown): value is ProofDocument {
  if (!isRecord(value) || value['format'] !== FORMAT) return false;
  const { event, previousHash, path, checkpoint } = value;
  return (
    isRecord(event) &&
    NUMBER_FIELDS.every((name) => Number.isSafeInteger(event[name])) &&
    TEXT_FIELDS.every((name) => typeof event[name] === 'string') &&
    !Number.isNaN(Date.parse(String(event['recordedAt']))) &&
    typeof previousHash === 'string' &&
    typeof checkpoint === 'string' &&
    Array.isArray(path) &&
    path.every((hash) => typeof hash === 'string')
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
