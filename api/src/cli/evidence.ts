import type { SignedAccessHead } from '../ledger/proof/checkpoints.js';
import {
  type CheckpointFile,
  defaultCheckpointFolder,
  readAccessHeads,
  readCheckpoints,
} from './checkpoint-files.js';
import { CannotCheckError } from './exit-codes.js';

/** Signed statements that `verify` compares with the logs. */
export interface Evidence {
  /** The auditor's own checkpoints, or else the worker's; ordered by position. */
  readonly kept: readonly CheckpointFile[];
  /** All checkpoints, the worker's included. Each occurs once. */
  readonly checkpoints: readonly CheckpointFile[];
  readonly accessHeads: readonly SignedAccessHead[];
  /** Why the worker's statements could not be read, although the auditor's could. */
  readonly unread: CannotCheckError | null;
}

interface Places {
  /** The file or folder with the auditor's own checkpoints. */
  readonly checkpoints?: string;
  readonly keys?: string;
  readonly fromFile?: string;
}

type Statements = Pick<Evidence, 'checkpoints' | 'accessHeads'>;

const NONE: Statements = { checkpoints: [], accessHeads: [] };

/**
 * Reads the worker's checkpoints and signed heads of the access log. If `places` names the auditor's own, reads those
 * too.
 *
 * @throws CannotCheckError the auditor's own statements cannot be read or are not signed by a trusted key. If `places`
 *   doesn't name any, the same applies to the worker's statements.
 */
export async function readEvidence(places: Places): Promise<Evidence> {
  const { checkpoints: own } = places;
  const folder = defaultCheckpointFolder();
  const read = (from: string | null) => (from === null ? Promise.resolve(NONE) : readFrom(from, places));
  if (own === undefined) {
    const stored = await read(folder);
    return { kept: stored.checkpoints, ...stored, unread: null };
  }
  const kept = await read(own);
  const stored = await read(folder).catch(asUnread);
  const { checkpoints, accessHeads } = stored instanceof CannotCheckError ? NONE : stored;
  return {
    kept: kept.checkpoints,
    checkpoints: eachOnce([...checkpoints, ...kept.checkpoints]),
    // If two heads have the same position, the last one counts, so the auditor's heads come last.
    accessHeads: [...accessHeads, ...kept.accessHeads],
    unread: stored instanceof CannotCheckError ? stored : null,
  };
}

async function readFrom(from: string, { keys, fromFile }: Places): Promise<Statements> {
  return {
    checkpoints: await readCheckpoints(from, keys),
    accessHeads: fromFile === undefined ? await readAccessHeads(from, keys) : [],
  };
}

function asUnread(error: unknown): CannotCheckError {
  if (error instanceof CannotCheckError) return error;
  throw error;
}

/** Leaves out copies of the same checkpoint. */
function eachOnce(files: readonly CheckpointFile[]): CheckpointFile[] {
  return [...new Map(files.map((file) => [file.note, file])).values()];
}
