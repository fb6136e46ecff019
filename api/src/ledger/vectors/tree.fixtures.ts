import { hash } from 'node:crypto';
import type { RecordedEvent } from '../log/event-log.port.js';
import { type Checkpoint, signCheckpoint } from '../proof/checkpoint.js';
import type { EventProof } from '../proof/event-proof.js';
import {
  consistencyProof,
  inclusionProof,
  leafHash,
  nodeHash,
  type RangeRoot,
  merkleRoot,
} from '../proof/merkle.js';
import { deriveSigningKey } from '../signing/signing-key.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import { LOG, replayedTo, REWRITTEN_LOG, trialBalanceOf } from './log.fixtures.js';

/** Test keys, each from a seed of 32 equal bytes. Never use them elsewhere. */
export const KEY = deriveSigningKey(Buffer.alloc(32, 0x11));
export const UNTRUSTED_KEY = deriveSigningKey(Buffer.alloc(32, 0x22));

export const EARLIER = 10;
export const LAST = LOG.length;

const TAKEN_AT = new Date('2026-03-04T09:00:00.000Z');

const LOG_HASHES = LOG.map(({ hash }) => hash);

export const REWRITTEN_HASHES = REWRITTEN_LOG.map(({ hash }) => hash);

/** Event hashes for large trees: SHA-256 of the decimal digits of 0, 1, 2, … */
export function countedHashes(size: number): Buffer[] {
  return Array.from({ length: size }, (_, index) => hash('sha256', String(index), 'buffer'));
}

/** Returns the root over the first `size` event hashes. */
export function rootAt(size: number, hashes: readonly Buffer[] = LOG_HASHES): Buffer {
  return merkleRoot(hashes.slice(0, size).map(leafHash));
}

const logRange: RangeRoot = (start, end) =>
  Promise.resolve(merkleRoot(LOG_HASHES.slice(start, end).map(leafHash)));

/** Returns the log's checkpoint at a position. */
export function checkpointAt(position: number): Checkpoint {
  const { hash, recordedAt } = eventAt(position);
  const balance = trialBalanceOf(replayedTo(position));
  return { position, hash, root: rootAt(position), recordedAt, takenAt: TAKEN_AT, balance };
}

export function signed(position: number, change: Partial<Checkpoint> = {}): string {
  return signCheckpoint({ ...checkpointAt(position), ...change }, KEY);
}

/** Signs any text as a note. */
export function signedText(text: string): string {
  return `${text}\n— ${KEY.id} ${KEY.sign(text).toString('base64url')}\n`;
}

/** Returns the proof that an event is part of the last checkpoint. */
export async function proofOf(position: number): Promise<EventProof> {
  const { hash: _hash, ...event } = eventAt(position);
  const previousHash = position === 1 ? GENESIS_HASH : eventAt(position - 1).hash;
  return {
    event,
    previousHash,
    path: await inclusionProof(position - 1, LAST, logRange),
    note: signed(LAST),
  };
}

export function consistencyBetween(earlier: number, later: number): Promise<Buffer[]> {
  return consistencyProof(earlier, later, logRange);
}

/** Roots of three leaves, computed by the rules of other Merkle trees. */
export function wrongRootsOfThree(): readonly { readonly root: Buffer; readonly reason: string }[] {
  const [first, second, third] = LOG_HASHES.map(leafHash) as [Buffer, Buffer, Buffer];
  const plain = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
  const [one, two, three] = LOG_HASHES as [Buffer, Buffer, Buffer];
  return [
    {
      root: nodeHash(nodeHash(first, second), nodeHash(third, third)),
      reason: 'The last leaf is paired with itself; it must be carried up unchanged.',
    },
    {
      root: nodeHash(nodeHash(one, two), three),
      reason: 'Event hashes are used as leaves; a leaf is SHA-256(0x00 || event hash).',
    },
    {
      root: plain(plain(first, second), third),
      reason: 'Inner nodes have no prefix; a node is SHA-256(0x01 || left || right).',
    },
    {
      root: nodeHash(first, nodeHash(second, third)),
      reason: 'The tree is split at 1; it must be split at the largest power of two below its size, 2.',
    },
  ];
}

export function eventAt(position: number): RecordedEvent {
  const event = LOG[position - 1];
  if (event === undefined) throw new RangeError(`the log has no event ${position}`);
  return event;
}
