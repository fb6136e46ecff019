import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import { CheckpointError } from '../ledger/proof/checkpoint.js';
import {
  checkEventProof,
  ProofError,
  proveEvent,
  readEventProof,
  writeEventProof,
} from '../ledger/proof/event-proof.js';
import { parsePosition } from './arguments.js';
import {
  keysBeside,
  readCheckpoints,
  readKeys,
  readOneCheckpoint,
  requiredCheckpoints,
} from './checkpoint-files.js';
import { onDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { isoTime, printJson, printLines } from './output.js';

interface Options {
  readonly checkpoint?: string;
  readonly keys?: string;
  readonly out?: string;
  readonly json?: true;
}

const PROVE_HELP = `
The proof is one small file: the event, a hash for each level of the tree over the log, and a signed checkpoint. Whoever
has the public key of the bank can check it with "ledger check-proof", without the ledger.
${EXIT_CODES_HELP}

Examples:
  ledger prove 1042 --out event-1042.json
  ledger prove 1042 --checkpoint ~/moniker-checkpoints/checkpoint-000000000002048.txt`;

/** `ledger prove`: proves one event to somebody who has a checkpoint. */
export function proveCommand(done: (code: ExitCode) => void): Command {
  return new Command('prove')
    .description(
      'prove that one event is part of a signed checkpoint, in a file that can be checked anywhere',
    )
    .argument('<position>', 'the position of the event', parsePosition)
    .option('--checkpoint <file|position>', 'left out, the first one after the event')
    .option('--keys <path>', 'the public keys that you trust: a file or a folder')
    .option('--out <file>', 'write it into a file')
    .addHelpText('after', PROVE_HELP)
    .action(async (position: number, { checkpoint, keys, out }: Options) => {
      const signed =
        checkpoint === undefined
          ? await firstAfter(position, keys)
          : await readOneCheckpoint(checkpoint, keys);
      const proof = await onDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, () => proveEvent(sql, position, signed)),
      ).catch(asCannotCheck);
      const text = writeEventProof(proof);
      if (out === undefined) process.stdout.write(text);
      else await writeFile(out, text, { flag: 'wx' });
      done(EXIT.fine);
    });
}

async function firstAfter(position: number, keys: string | undefined) {
  const kept = await readCheckpoints(requiredCheckpoints(), keys);
  const found = kept.find(({ checkpoint }) => checkpoint.position >= position);
  if (found === undefined) {
    throw new CannotCheckError(`no checkpoint was taken since event ${position}: wait for one or take it`);
  }
  return found;
}

const CHECK_HELP = `
Needs no database. The exit code is 1 if the event, its place or the checkpoint was changed, or if the checkpoint is not
signed by a key that you trust.
${EXIT_CODES_HELP}

Examples:
  ledger check-proof event-1042.json --keys ~/moniker-keys`;

/** `ledger check-proof`: checks such a file, without the ledger. */
export function checkProofCommand(done: (code: ExitCode) => void): Command {
  return new Command('check-proof')
    .description('check the proof of an event, without the ledger')
    .argument('<file>', 'what "ledger prove" wrote')
    .option('--keys <path>', 'the public keys that you trust: a file or a folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', CHECK_HELP)
    .action(async (file: string, { keys, json }: Options) => {
      const trusted = await readKeys(keys ?? keysBeside());
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        throw new CannotCheckError(`${file} cannot be read`, { cause: error });
      });
      try {
        const proof = readEventProof(text);
        const { position, takenAt } = checkEventProof(proof, trusted);
        const { event } = proof;
        if (json === true) printJson({ ok: true, event, checkpoint: { position, takenAt } });
        else {
          printLines([
            `Event ${event.position} (${event.type}, recorded ${isoTime(event.recordedAt)}) is part of the log`,
            `that was signed at position ${position} on ${isoTime(takenAt)}.`,
          ]);
        }
        done(EXIT.fine);
      } catch (error) {
        if (!(error instanceof ProofError) && !(error instanceof CheckpointError)) throw error;
        if (json === true) printJson({ ok: false, error: error.message });
        else printLines([`The proof does NOT hold: ${error.message}.`]);
        done(EXIT.difference);
      }
    });
}

function asCannotCheck(error: unknown): never {
  throw error instanceof ProofError ? new CannotCheckError(error.message, { cause: error }) : error;
}
