import type { TrialBalance } from '../reports/trial-balance.js';
import { isSignedBy, type SigningKey, type TrustedKeys } from '../signing/signing-key.js';

/** A statement about the whole log up to a position. A kept copy reveals any later change before that position. */
export interface Checkpoint {
  readonly position: number;
  /** The hash of the event at that position, which covers all events before it. */
  readonly hash: Buffer;
  /** The root of the Merkle tree over all events up to that position. */
  readonly root: Buffer;
  /** When the event at that position was recorded. */
  readonly recordedAt: Date;
  readonly takenAt: Date;
  readonly balance: TrialBalance;
}

/** The text is not a checkpoint, or no trusted key has signed it. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

const TITLE = 'moniker ledger checkpoint 1';
/** Maximum length of a note in characters. */
export const MAX_NOTE_LENGTH = 2_000;
const NOTE = /^(?<text>(?:[^\n]+\n)+)\n— (?<keyId>[0-9a-f]{16}) (?<signature>[\w-]{86})\n$/;

/**
 * Signs a checkpoint and formats it as a signed note: one field per line, an empty line, and a signature over
 * everything before the empty line (AUD-11).
 */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): string {
  return formatNote({ checkpoint, keyId: key.id, signature: key.sign(checkpointText(checkpoint)) });
}

/** A checkpoint with its signature and the id of the signing key. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly keyId: string;
  readonly signature: Buffer;
}

/** Formats a signed note from its parts. The same parts always give the same note. */
export function formatNote({ checkpoint, keyId, signature }: SignedCheckpoint): string {
  return `${checkpointText(checkpoint)}\n— ${keyId} ${signature.toString('base64url')}\n`;
}

/**
 * Verifies a signed note and returns its checkpoint.
 *
 * @throws CheckpointError the text is not a note, or no trusted key has signed it
 */
export function openCheckpoint(note: string, trusted: TrustedKeys): Checkpoint {
  return parseCheckpointText(openNote(note, trusted));
}

/** Formats a text as a signed note: the text, an empty line and the signature. */
export function signNote(text: string, key: SigningKey): string {
  return `${text}\n— ${key.id} ${key.sign(text).toString('base64url')}\n`;
}

/**
 * Verifies a signed note and returns its text.
 *
 * @throws CheckpointError the text is not a note, or no trusted key has signed it
 */
export function openNote(note: string, trusted: TrustedKeys): string {
  const { text, keyId, signature } = splitNote(note);
  const key = trusted.get(keyId);
  if (key === undefined) throw new CheckpointError(`it is signed by key ${keyId}, which is not trusted`);
  if (!isSignedBy(key, text, signature)) {
    throw new CheckpointError(`the signature of key ${keyId} does not match: the checkpoint was changed`);
  }
  return text;
}

/**
 * Parses a note without verifying its signature.
 *
 * @throws CheckpointError the text is not a note
 */
export function parseNote(note: string): SignedCheckpoint {
  const { text, keyId, signature } = splitNote(note);
  return { checkpoint: parseCheckpointText(text), keyId, signature };
}

function splitNote(note: string) {
  const { text, keyId, signature } =
    (note.length <= MAX_NOTE_LENGTH ? NOTE.exec(note)?.groups : undefined) ?? {};
  if (text === undefined || keyId === undefined || signature === undefined) {
    throw new CheckpointError('this is not a checkpoint');
  }
  return { text, keyId, signature: Buffer.from(signature, 'base64url') };
}

function parseCheckpointText(text: string): Checkpoint {
  const checkpoint = parseFields(text);
  // Only the canonical form is accepted.
  if (checkpoint === null || checkpointText(checkpoint) !== text) {
    throw new CheckpointError('this is not a checkpoint');
  }
  return checkpoint;
}

/** Returns the key id of a note without verifying its signature. */
export function keyIdOfNote(note: string): string | null {
  return NOTE.exec(note)?.groups?.['keyId'] ?? null;
}

function checkpointText({ position, hash, root, recordedAt, takenAt, balance }: Checkpoint): string {
  const lines = [
    TITLE,
    `position ${position}`,
    `hash ${hash.toString('hex')}`,
    `root ${root.toString('hex')}`,
    `recorded ${recordedAt.toISOString()}`,
    `taken ${takenAt.toISOString()}`,
    `accounts ${balance.accounts}`,
    `customers ${balance.customersCents}`,
    `held ${balance.heldCents}`,
    `settlement ${balance.settlementCents}`,
    `fees ${balance.feesCents}`,
    `adjustments ${balance.adjustmentsCents}`,
    `unclaimed ${balance.unclaimedCents}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function parseFields(text: string): Checkpoint | null {
  const [title, ...lines] = text.trimEnd().split('\n');
  const fields = new Map(lines.map((line) => line.split(' ', 2) as [string, string]));
  const field = (name: string): string => fields.get(name) ?? '';
  const number = (name: string): number => Number(field(name));
  const checkpoint = {
    position: number('position'),
    hash: Buffer.from(field('hash'), 'hex'),
    root: Buffer.from(field('root'), 'hex'),
    recordedAt: new Date(field('recorded')),
    takenAt: new Date(field('taken')),
    balance: {
      accounts: number('accounts'),
      customersCents: number('customers'),
      heldCents: number('held'),
      settlementCents: number('settlement'),
      feesCents: number('fees'),
      adjustmentsCents: number('adjustments'),
      unclaimedCents: number('unclaimed'),
    },
  };
  const { position, hash, root, recordedAt, takenAt, balance } = checkpoint;
  const isReadable =
    title === TITLE &&
    [position, ...Object.values(balance)].every(Number.isSafeInteger) &&
    [hash, root].every(({ length }) => length === 32) &&
    [recordedAt, takenAt].every((time) => !Number.isNaN(time.getTime()));
  return isReadable ? checkpoint : null;
}
