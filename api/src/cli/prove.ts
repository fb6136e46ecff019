import { readFile, stat } from 'node:fs/promises';
import { Command } from 'commander';
import { CheckpointError, ProofError } from '../ledger/proof/checkpoints.js';
import { parsePosition } from './arguments.js';
import {
  requireKeyFolder,
  readCheckpoints,
  readKeys,
  readOneCheckpoint,
  requireCheckpointFolder,
} from './checkpoint-files.js';
import { withAudit } from './database.js';
import {
  CannotCheckError,
  EXIT,
  EXIT_CODES_HELP,
  unreadable,
  writeNewFile,
  type ExitCode,
} from './exit-codes.js';
import { isoTime, printJson, printLines } from './output.js';

interface Options {
  readonly checkpoint?: string;
  readonly keys?: string;
  readonly out?: string;
  readonly json?: true;
}

/** Maximum size of a proof file, far more than the largest event with the longest path needs. */
const MAX_PROOF_BYTES = 256 * 1024;

const PROVE_HELP = `
A proof is one small file: the event, one hash for each level of the Merkle tree, and a signed checkpoint. Anyone with
the bank's public key can check it with "ledger check-proof", without access to the ledger.

With --out, the proof is a compact file: about 700 bytes in a log of a thousand events, and 1,000 bytes in a log of a
million. With --json, or on standard output, it is readable JSON of about twice that size. "ledger check-proof" accepts
both. Existing files aren't overwritten.
${EXIT_CODES_HELP}

Examples:
  ledger prove 1042 --out event-1042.proof
  ledger prove 1042 --json > event-1042.json
  ledger prove 1042 --checkpoint ~/moniker-checkpoints/checkpoint-000000000002048.txt`;

/** `ledger prove`: writes a proof that an event is part of a signed checkpoint (AUD-12). */
export function proveCommand(): Command {
  return new Command('prove')
    .description('write a proof that an event is part of a signed checkpoint; it can be checked anywhere')
    .argument('<position>', 'the position of the event', parsePosition)
    .option(
      '--checkpoint <file|position>',
      'the checkpoint to prove against (default: the first one at or after the event)',
    )
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--out <file>', 'write to a new file')
    .option('--json', 'write JSON, even with --out')
    .addHelpText('after', PROVE_HELP)
    .action(async (position: number, { checkpoint, keys, out, json }: Options) => {
      const signed =
        checkpoint === undefined
          ? await firstCheckpointSince(position, keys)
          : await readOneCheckpoint(checkpoint, keys);
      const format = out === undefined || json === true ? 'json' : 'compact';
      const proof = await withAudit((audit) => audit.proveEvent(position, signed, format)).catch(
        asCannotCheck,
      );
      if (out === undefined) process.stdout.write(proof);
      else await writeNewFile(out, proof);
    });
}

async function firstCheckpointSince(position: number, keys: string | undefined) {
  const kept = await readCheckpoints(requireCheckpointFolder(), keys);
  const found = kept.find(({ checkpoint }) => checkpoint.position >= position);
  if (found === undefined) {
    if ((await withAudit((audit) => audit.event(position))) === null)
      throw new CannotCheckError(`There's no event at position ${position}.`);
    throw new CannotCheckError(
      `No checkpoint covers event ${position} yet. Wait for the worker, or create one with "ledger checkpoint create --out FILE" and pass it with --checkpoint FILE.`,
    );
  }
  return found;
}

const CHECK_HELP = `
This command needs no database. It also works on a machine that doesn't run the bank, if you pass the bank's public keys
with --keys. The exit code is 1 if the event, its position or the checkpoint was changed, or if the checkpoint isn't
signed by a trusted key.
${EXIT_CODES_HELP}

Examples:
  ledger check-proof event-1042.proof --keys ~/moniker-keys
  ledger check-proof event-1042.json --keys bank.pub --json`;

/** `ledger check-proof`: checks a proof without the ledger (AUD-12). */
export function checkProofCommand(done: (code: ExitCode) => void): Command {
  return new Command('check-proof')
    .description('check the proof of an event, without the ledger')
    .argument('<file>', 'a proof written by "ledger prove"')
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', CHECK_HELP)
    .action(async (file: string, { keys, json }: Options) => {
      const verifier = await readKeys(keys ?? requireKeyFolder());
      const bytes = await readProofFile(file);
      try {
        const { event, checkpoint } = verifier.checkProof(bytes);
        const { position, takenAt } = checkpoint;
        if (json === true) printJson({ ok: true, event, checkpoint: { position, takenAt } });
        else {
          printLines([
            `Event ${event.position} (${event.type}, recorded ${isoTime(event.recordedAt)}) is part of the log`,
            `that was signed at position ${position} on ${isoTime(takenAt)}.`,
          ]);
        }
        done(EXIT.ok);
      } catch (error) {
        if (!(error instanceof ProofError) && !(error instanceof CheckpointError)) throw error;
        if (json === true) printJson({ ok: false, error: error.message });
        else printLines([`The proof is NOT valid: ${error.message}.`]);
        done(EXIT.finding);
      }
    });
}

async function readProofFile(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > MAX_PROOF_BYTES)
      throw new Error(`it has more than ${MAX_PROOF_BYTES} bytes, so it isn't a proof`);
    return await readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function asCannotCheck(error: unknown): never {
  if (!(error instanceof ProofError)) throw error;
  throw new CannotCheckError(`The event can't be proven: ${error.message}.`, { cause: error });
}
