import { isSignedBy, type SigningKey, type TrustedKeys } from './signing-key.js';

/** What the ledger came to at a position, in cents. Over all five parts the total is zero. */
export interface TrialBalance {
  readonly accounts: number;
  readonly customersCents: number;
  readonly heldCents: number;
  readonly settlementCents: number;
  readonly feesCents: number;
  readonly adjustmentsCents: number;
  readonly unclaimedCents: number;
}

/** A statement about the whole log up to a position. Whoever keeps one will notice any later change before it. */
export interface Checkpoint {
  readonly position: number;
  /** Of the event at that position, and so of all before it. */
  readonly hash: Buffer;
  /** The root of the Merkle tree over all events up to there. */
  readonly root: Buffer;
  /** When the event at that position was recorded. */
  readonly recordedAt: Date;
  readonly takenAt: Date;
  readonly balance: TrialBalance;
}

/** A text that is no checkpoint, or one that none of the trusted keys has signed. */
export class CheckpointError extends Error {
  override name = 'CheckpointError';
}

const TITLE = 'moniker ledger checkpoint 1';
/** So that no file, however large, is taken for one. */
export const MAX_NOTE_LENGTH = 2_000;
const NOTE = /^(?<text>(?:[^\n]+\n)+)\n— (?<keyId>[0-9a-f]{16}) (?<signature>[\w-]{86})\n$/;

/**
 * A checkpoint as people and programs read it: a fact a line, an empty line, and the signature over everything
 * before that line.
 */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): string {
  return formatNote({ checkpoint, keyId: key.id, signature: key.sign(checkpointText(checkpoint)) });
}

/** A checkpoint with what its note says of its signature. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly keyId: string;
  readonly signature: Buffer;
}

/** The note of its parts: the same parts give the same note. */
export function formatNote({ checkpoint, keyId, signature }: SignedCheckpoint): string {
  return `${checkpointText(checkpoint)}\n— ${keyId} ${signature.toString('base64url')}\n`;
}

/** The checkpoint of a signed note. Throws `CheckpointError` for anything that a trusted key has not signed. */
export function openCheckpoint(note: string, trusted: TrustedKeys): Checkpoint {
  const { text, keyId, signature } = splitNote(note);
  const key = trusted.get(keyId);
  if (key === undefined)
    throw new CheckpointError(`it is signed by the key ${keyId}, which is not a trusted one`);
  if (!isSignedBy(key, text, signature)) {
    throw new CheckpointError(`its signature is not that of the key ${keyId}: it was changed`);
  }
  return parseCheckpointText(text);
}

/** The parts of a note, with its signature unchecked. Throws `CheckpointError` for what is no note. */
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
  // A text that says the same in another way has no place among signed ones.
  if (checkpoint === null || checkpointText(checkpoint) !== text) {
    throw new CheckpointError('this is not a checkpoint');
  }
  return checkpoint;
}

/** The id of the key that a note names, unchecked. */
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
  const facts = new Map(lines.map((line) => line.split(' ', 2) as [string, string]));
  const fact = (name: string): string => facts.get(name) ?? '';
  const number = (name: string): number => Number(fact(name));
  const checkpoint = {
    position: number('position'),
    hash: Buffer.from(fact('hash'), 'hex'),
    root: Buffer.from(fact('root'), 'hex'),
    recordedAt: new Date(fact('recorded')),
    takenAt: new Date(fact('taken')),
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
