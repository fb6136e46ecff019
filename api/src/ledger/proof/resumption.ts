import { CheckpointError, openNote, signNote } from './checkpoint.js';
import type { Baseline } from './continuity.js';
import type { SigningKey, TrustedKeys } from '../signing/signing-key.js';

/**
 * An operator's statement that checkpoints may be signed again, although the log contradicts an earlier one, because the
 * log up to a position is the right one (LED-22).
 */
export interface Resumption extends Baseline {
  readonly resumedAt: Date;
  /** Who decided it. */
  readonly by: string;
  readonly reason: string;
}

const TITLE = 'moniker ledger resumption 1';
/** Longest name or reason, so that the note stays short. */
export const MAX_STATEMENT_LENGTH = 500;
const TEXT = new RegExp(
  `^${TITLE}\\nposition (?<position>[1-9]\\d{0,14})\\nhash (?<hash>[0-9a-f]{64})\\nroot (?<root>[0-9a-f]{64})\\n` +
    `resumed (?<resumed>[\\d-]{10}T[\\d:.]{12}Z)\\nby (?<by>[^\\n]+)\\nreason (?<reason>[^\\n]+)\\n$`,
);

/**
 * Signs a resumption as a note.
 *
 * @throws RangeError the name or the reason is empty, too long, or has several lines
 */
export function signResumption(resumption: Resumption, key: SigningKey): string {
  const text = resumptionText(resumption);
  const { by, reason } = resumption;
  const isShort = by.length <= MAX_STATEMENT_LENGTH && reason.length <= MAX_STATEMENT_LENGTH;
  if (!isShort || !TEXT.test(text)) {
    throw new RangeError(`name and reason must be one line of 1 to ${MAX_STATEMENT_LENGTH} characters`);
  }
  return signNote(text, key);
}

/**
 * Verifies the note of a resumption.
 *
 * @throws CheckpointError the text is not such a note, or no trusted key has signed it
 */
export function openResumption(note: string, trusted: TrustedKeys): Resumption {
  const { position, hash, root, resumed, by, reason } = TEXT.exec(openNote(note, trusted))?.groups ?? {};
  if (hash === undefined || root === undefined || by === undefined || reason === undefined) {
    throw new CheckpointError('this is not a resumption');
  }
  return {
    position: Number(position),
    hash: Buffer.from(hash, 'hex'),
    root: Buffer.from(root, 'hex'),
    resumedAt: new Date(resumed ?? ''),
    ...{ by, reason },
  };
}

function resumptionText({ position, hash, root, resumedAt, by, reason }: Resumption): string {
  const lines = [
    TITLE,
    `position ${position}`,
    `hash ${hash.toString('hex')}`,
    `root ${root.toString('hex')}`,
    `resumed ${resumedAt.toISOString()}`,
    `by ${by}`,
    `reason ${reason}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}
