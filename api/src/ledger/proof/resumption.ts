import { CheckpointError, openNote, signNote } from './checkpoint.js';
import type { Baseline } from './continuity.js';
import { HASH, lineFormat, POSITION, TEXT, TIME } from './line-format.js';
import type { SigningKey, TrustedKeys } from '../signing/signing-key.js';

/**
 * An operator's statement that the log is correct up to a position. Checkpoints can then be signed again, even though
 * the log contradicts an earlier checkpoint (LED-22).
 */
export interface Resumption extends Baseline {
  readonly resumedAt: Date;
  /** The name of the person who decided to resume. */
  readonly by: string;
  readonly reason: string;
}

const RESUMPTION = lineFormat<Resumption>('moniker ledger resumption 1', {
  position: ['position', POSITION],
  hash: ['hash', HASH],
  root: ['root', HASH],
  resumedAt: ['resumed', TIME],
  by: ['by', TEXT],
  reason: ['reason', TEXT],
});
/** Maximum length of the name and of the reason. Keeps the note short. */
const MAX_STATEMENT_LENGTH = 500;

/**
 * Signs a resumption as a note.
 *
 * @throws RangeError the name or the reason is empty or too long, or has several lines
 */
export function signResumption(resumption: Resumption, key: SigningKey): string {
  const text = RESUMPTION.format(resumption);
  const { by, reason } = resumption;
  const isShort = by.length <= MAX_STATEMENT_LENGTH && reason.length <= MAX_STATEMENT_LENGTH;
  if (!isShort || RESUMPTION.parse(text) === null) {
    throw new RangeError(`--by and --reason must be one line of 1 to ${MAX_STATEMENT_LENGTH} characters`);
  }
  return signNote(text, key);
}

/**
 * Verifies a resumption's note.
 *
 * @throws CheckpointError the text is not a resumption, or not signed by a trusted key
 */
export function openResumption(note: string, trusted: TrustedKeys): Resumption {
  const resumption = RESUMPTION.parse(openNote(note, trusted, 'resumption'));
  if (resumption === null) throw new CheckpointError("this isn't a resumption");
  return resumption;
}
