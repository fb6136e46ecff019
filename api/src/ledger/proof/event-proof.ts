import type { Sql } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { eventHash, GENESIS_HASH, type HashedFields } from '../log/hash-chain.js';
import { isRecord } from '../domain/is-record.js';
import type { ReadEvents } from '../log/read-events.js';
import { type Checkpoint, openCheckpoint } from './checkpoint.js';
import { inclusionProof, isIncluded, leafHash } from './merkle.js';
import { rangeRootOf } from './merkle-tree-store.js';
import type { TrustedKeys } from '../signing/signing-key.js';

/** Everything needed to prove, without the ledger, that an event is part of a signed checkpoint (AUD-12). */
export interface EventProof {
  readonly event: HashedFields;
  readonly previousHash: Buffer;
  /** The Merkle path from the event's leaf to the checkpoint's root. */
  readonly path: readonly Buffer[];
  /** The checkpoint's signed note. */
  readonly note: string;
}

/** The event cannot be proven, or the proof is invalid. */
export class ProofError extends Error {
  override name = 'ProofError';
}

/**
 * Proves that an event is part of a checkpoint.
 *
 * @throws ProofError the checkpoint is older than the event, the log lacks the event or its predecessor, or the log no
 * longer matches the checkpoint
 */
export async function proveEvent(
  sql: Sql,
  read: ReadEvents,
  position: number,
  { checkpoint, note }: { readonly checkpoint: Checkpoint; readonly note: string },
): Promise<EventProof> {
  if (position > checkpoint.position) {
    throw new ProofError(
      `the checkpoint at position ${checkpoint.position} was taken before event ${position}`,
    );
  }
  const neighbors = await read(Math.max(0, position - 2), 2);
  const event = neighbors.find((candidate) => candidate.position === position);
  const previous = neighbors.find((candidate) => candidate.position === position - 1);
  const previousHash = position === 1 ? GENESIS_HASH : previous?.hash;
  if (event === undefined || previousHash === undefined) {
    throw new ProofError(`event ${position} or the event before it is missing from the log`);
  }
  const path = await inclusionProof(position - 1, checkpoint.position, rangeRootOf(sql));
  const leaf = leafHash(eventHash(previousHash, event));
  if (!isIncluded(leaf, { index: position - 1, size: checkpoint.position, root: checkpoint.root }, path)) {
    throw new ProofError(`the log no longer matches the checkpoint at position ${checkpoint.position}`);
  }
  return { event: withoutHash(event), previousHash, path, note };
}

/**
 * Verifies a proof and returns the checkpoint that contains the event.
 *
 * @throws CheckpointError the note is not a checkpoint note, or not signed by a trusted key
 * @throws ProofError the path does not lead to the checkpoint's root
 */
export function checkEventProof(
  { event, previousHash, path, note }: EventProof,
  trusted: TrustedKeys,
): Checkpoint {
  const checkpoint = openCheckpoint(note, trusted);
  const leaf = leafHash(eventHash(previousHash, event));
  if (
    !isIncluded(leaf, { index: event.position - 1, size: checkpoint.position, root: checkpoint.root }, path)
  ) {
    throw new ProofError(
      `the event, its position or the path was changed, so this isn't event ${event.position} of the log that was ` +
        `signed at position ${checkpoint.position}`,
    );
  }
  return checkpoint;
}

function withoutHash({ hash: _hash, ...fields }: RecordedEvent): HashedFields {
  return fields;
}

const FORMAT = 'moniker-event-proof-1';

/** Formats a proof as one JSON document. Hashes are in base64url; the payload is the text as stored. */
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

/**
 * Parses a proof in JSON, without checking it (see `checkEventProof`).
 *
 * @throws ProofError the text is not an event proof
 */
export function readEventProof(text: string): EventProof {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new ProofError("the file isn't an event proof");
  }
  if (!isDocument(document)) throw new ProofError("the file isn't an event proof");
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
