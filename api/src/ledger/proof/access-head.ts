import type { AccessHead } from '../access/access-log.js';
import type { SigningKey, TrustedKeys } from '../signing/signing-key.js';
import { CheckpointError, openNote, signNote } from './checkpoint.js';

/** A signed statement that the access log had an entry with this hash at a position (LOG-7). */
export interface SignedAccessHead extends AccessHead {
  readonly takenAt: Date;
}

const TITLE = 'moniker access log head 1';
const TIME = '[\\d-]{10}T[\\d:.]{12}Z';
const TEXT = new RegExp(
  `^${TITLE}\\nposition (?<position>[1-9]\\d{0,14})\\nhash (?<hash>[0-9a-f]{64})\\n` +
    `recorded (?<recorded>${TIME})\\ntaken (?<taken>${TIME})\\n$`,
);

/** Folder of the files, below that of the checkpoints, and the beginning of their names. Names sort like positions. */
export const ACCESS_HEADS_FOLDER = 'access';
export const ACCESS_HEAD_FILES = `${ACCESS_HEADS_FOLDER}/head-`;
const POSITION_DIGITS = 15;

export function accessHeadFileName(position: number): string {
  return `${ACCESS_HEAD_FILES}${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/** Signs the head of the access log as a note. */
export function signAccessHead(head: SignedAccessHead, key: SigningKey): string {
  const lines = [
    TITLE,
    `position ${head.position}`,
    `hash ${head.hash.toString('hex')}`,
    `recorded ${head.recordedAt.toISOString()}`,
    `taken ${head.takenAt.toISOString()}`,
  ];
  return signNote(lines.map((line) => `${line}\n`).join(''), key);
}

/**
 * Verifies the note of a head of the access log.
 *
 * @throws CheckpointError the text is not such a note, or no trusted key has signed it
 */
export function openAccessHead(note: string, trusted: TrustedKeys): SignedAccessHead {
  const { position, hash, recorded, taken } = TEXT.exec(openNote(note, trusted))?.groups ?? {};
  if (hash === undefined) throw new CheckpointError('this is not a head of the access log');
  return {
    position: Number(position),
    hash: Buffer.from(hash, 'hex'),
    recordedAt: new Date(recorded ?? ''),
    takenAt: new Date(taken ?? ''),
  };
}
