import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Checkpoint,
  type CheckpointSigner,
  CheckpointVerifier,
  type Halt,
  HALT_FILES,
  nullIfInvalid,
  parseHalt,
  RESUMPTION_FILES,
  type Resumption,
  type SignedPast,
} from '../ledger/proof/checkpoints.js';
import { readKurrentSettings } from '../platform/config/config.js';
import { defaultCheckpointFolder } from './checkpoint-files.js';
import { CannotCheckError } from './exit-codes.js';

/** Maximum number of files tried, newest first, until one is valid. */
const MAX_TRIED = 10;
const CHECKPOINT_FILES = 'checkpoint-';

/**
 * Reads the baselines from the worker's checkpoint folder: the earlier statements that the next checkpoint must
 * continue. Returns no statements if that folder doesn't exist.
 *
 * @throws CannotCheckError signing is stopped
 */
export async function readSignedPast({ key }: CheckpointSigner): Promise<SignedPast> {
  const folder = defaultCheckpointFolder();
  const mayLag = readKurrentSettings(process.env) !== null;
  if (folder === null) return { baselines: [], mayLag };
  const verifier = new CheckpointVerifier([key.publicKey]);
  const { halt, resumption } = await readHalt(folder, verifier);
  if (halt !== null) {
    throw new CannotCheckError(
      `No checkpoints have been signed since ${halt.stoppedAt.toISOString()}, because the log contradicts what was signed at ` +
        `position ${halt.position}: ${halt.problem}. See "ledger checkpoint resume --help".`,
    );
  }
  const newest = await readNewest(folder, CHECKPOINT_FILES, (note): Checkpoint | null => {
    const { checkpoint } = verifier.open(note);
    return resumption !== null && checkpoint.takenAt <= resumption.resumedAt ? null : checkpoint;
  });
  return { baselines: [resumption, newest].filter((baseline) => baseline !== null), mayLag };
}

/** Reads the newest resumption of signing, and the newest halt unless signing was resumed after it. */
export async function readHalt(
  folder: string,
  verifier: CheckpointVerifier,
): Promise<{ readonly halt: Halt | null; readonly resumption: Resumption | null }> {
  const halt = await readNewest(folder, HALT_FILES, parseHalt);
  const resumption = await readNewest(folder, RESUMPTION_FILES, (note) => verifier.openResumption(note));
  const isOver = halt !== null && resumption !== null && resumption.resumedAt > halt.stoppedAt;
  return { halt: isOver ? null : halt, resumption };
}

async function readNewest<Item>(
  folder: string,
  prefix: string,
  parse: (text: string) => Item | null,
): Promise<Item | null> {
  const place = path.join(folder, path.dirname(prefix));
  const names = await readdir(place).catch((): string[] => []);
  const files = names.filter((name) => name.startsWith(path.basename(prefix)) && name.endsWith('.txt'));
  for (const name of files.sort().reverse().slice(0, MAX_TRIED)) {
    const text = await readFile(path.join(place, name), 'utf8');
    const item = nullIfInvalid(() => parse(text));
    if (item !== null) return item;
  }
  return null;
}
