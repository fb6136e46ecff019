import type { AccessHead } from '../access/access-log.js';
import type { SigningKey, TrustedKeys } from '../signing/signing-key.js';
import { CheckpointError, openNote, signNote } from './checkpoint.js';
import { HASH, lineFormat, POSITION, TIME } from './line-format.js';

/** A signed statement that the access log had an entry with this hash at a position (LOG-7). */
export interface SignedAccessHead extends AccessHead {
  readonly takenAt: Date;
}

const ACCESS_HEAD = lineFormat<SignedAccessHead>('moniker access log head 1', {
  position: ['position', POSITION],
  hash: ['hash', HASH],
  recordedAt: ['recorded', TIME],
  takenAt: ['taken', TIME],
});

/** The folder for the signed heads of the access log, inside the checkpoints' folder. */
export const ACCESS_HEADS_FOLDER = 'access';
/** Prefix of the file names of signed heads. The names sort by position. */
export const ACCESS_HEAD_FILES = `${ACCESS_HEADS_FOLDER}/head-`;
const POSITION_DIGITS = 15;

export function accessHeadFileName(position: number): string {
  return `${ACCESS_HEAD_FILES}${String(position).padStart(POSITION_DIGITS, '0')}.txt`;
}

/** Signs the access log's head as a note. */
export function signAccessHead(head: SignedAccessHead, key: SigningKey): string {
  return signNote(ACCESS_HEAD.format(head), key);
}

/**
 * Verifies a note that states the access log's head.
 *
 * @throws CheckpointError the text is not such a note, or not signed by a trusted key
 */
export function openAccessHead(note: string, trusted: TrustedKeys): SignedAccessHead {
  const head = ACCESS_HEAD.parse(openNote(note, trusted, 'head of the access log'));
  if (head === null) throw new CheckpointError("this isn't a head of the access log");
  return head;
}
