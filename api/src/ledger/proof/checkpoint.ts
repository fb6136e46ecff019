import type { TrialBalance } from '../reports/trial-balance.js';
import { HASH, INTEGER, lineFormat, POSITION, TIME } from './line-format.js';
import { isSignedBy, type SigningKey, type TrustedKeys } from '../signing/signing-key.js';

/**
 * A statement about the whole log up to a position. Anyone who keeps a copy can detect a later change to any event up
 * to that position.
 */
export interface Checkpoint {
  readonly position: number;
  /** The hash of the event at that position. This hash covers all earlier events too. */
  readonly hash: Buffer;
  /** The root of the Merkle tree over all events up to that position. */
  readonly root: Buffer;
  /** When the event at that position was recorded. */
  readonly recordedAt: Date;
  readonly takenAt: Date;
  readonly balance: TrialBalance;
}

/** The text is not the expected kind of note (a checkpoint note, for example) or is not signed by a trusted key. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

/** Runs `open`. Returns null if it throws `CheckpointError`, for example because a crash truncated the note's file. */
export function nullIfInvalid<Content>(open: () => Content): Content | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof CheckpointError) return null;
    throw error;
  }
}

/** The text form of a checkpoint. Each field of the balance has its own line, like the other fields. */
const CHECKPOINT = lineFormat<Omit<Checkpoint, 'balance'> & TrialBalance>('moniker ledger checkpoint 1', {
  position: ['position', POSITION],
  hash: ['hash', HASH],
  root: ['root', HASH],
  recordedAt: ['recorded', TIME],
  takenAt: ['taken', TIME],
  accounts: ['accounts', INTEGER],
  customersCents: ['customers', INTEGER],
  heldCents: ['held', INTEGER],
  settlementCents: ['settlement', INTEGER],
  feesCents: ['fees', INTEGER],
  adjustmentsCents: ['adjustments', INTEGER],
  unclaimedCents: ['unclaimed', INTEGER],
});
/** Maximum length of a note in characters. */
const MAX_NOTE_LENGTH = 2_000;
const NOTE = /^(?<text>(?:[^\n]+\n)+)\n— (?<keyId>[0-9a-f]{16}) (?<signature>[\w-]{86})\n$/;

/**
 * Signs a checkpoint and formats it as a signed note: one field per line, an empty line, and a signature over
 * everything before the empty line (AUD-11).
 */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): string {
  return signNote(checkpointText(checkpoint), key);
}

/** A checkpoint with its signature and the id of the signing key. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly keyId: string;
  readonly signature: Buffer;
}

/** Formats a signed note from its parts. The same parts always give the same note. */
export function formatNote({ checkpoint, keyId, signature }: SignedCheckpoint): string {
  return formatSignedText(checkpointText(checkpoint), keyId, signature);
}

/**
 * Verifies a signed note and returns its checkpoint.
 *
 * @throws CheckpointError the text is not a checkpoint note, or not signed by a trusted key
 */
export function openCheckpoint(note: string, trusted: TrustedKeys): Checkpoint {
  return parseCheckpointText(openNote(note, trusted));
}

/** Signs text and formats it as a note: the text, an empty line and the signature. */
export function signNote(text: string, key: SigningKey): string {
  return formatSignedText(text, key.id, key.sign(text));
}

function formatSignedText(text: string, keyId: string, signature: Buffer): string {
  return `${text}\n— ${keyId} ${signature.toString('base64url')}\n`;
}

/**
 * Verifies a signed note and returns its text. `what` names the note's content in error messages.
 *
 * @throws CheckpointError the text is not a note, or not signed by a trusted key
 */
export function openNote(note: string, trusted: TrustedKeys, what = 'checkpoint'): string {
  const { text, keyId, signature } = splitNote(note, what);
  const key = trusted.get(keyId);
  if (key === undefined) throw new CheckpointError(`it is signed by key ${keyId}, which isn't trusted`);
  if (!isSignedBy(key, text, signature)) {
    throw new CheckpointError(`the signature of key ${keyId} doesn't match, so the ${what} was changed`);
  }
  return text;
}

/**
 * Parses a checkpoint note without verifying its signature.
 *
 * @throws CheckpointError the text is not a checkpoint note
 */
export function parseNote(note: string): SignedCheckpoint {
  const { text, keyId, signature } = splitNote(note);
  return { checkpoint: parseCheckpointText(text), keyId, signature };
}

function splitNote(note: string, what = 'checkpoint') {
  const { text, keyId, signature } =
    (note.length <= MAX_NOTE_LENGTH ? NOTE.exec(note)?.groups : undefined) ?? {};
  if (text === undefined || keyId === undefined || signature === undefined) {
    throw new CheckpointError(`this isn't a signed ${what}`);
  }
  return { text, keyId, signature: Buffer.from(signature, 'base64url') };
}

function parseCheckpointText(text: string): Checkpoint {
  const fields = CHECKPOINT.parse(text);
  if (fields === null) throw new CheckpointError("this isn't a checkpoint");
  const { position, hash, root, recordedAt, takenAt, ...balance } = fields;
  return { position, hash, root, recordedAt, takenAt, balance };
}

function checkpointText({ balance, ...fields }: Checkpoint): string {
  return CHECKPOINT.format({ ...fields, ...balance });
}
