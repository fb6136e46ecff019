import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import type { CheckpointResult, ExpectedHead } from '../ledger/audit/ledger-audit.js';
import {
  type Checkpoint,
  CheckpointSigner,
  CheckpointVerifier,
  resumptionFileName,
} from '../ledger/proof/checkpoints.js';
import { readCheckpointKey } from '../platform/config/config.js';
import { type CheckpointFile, readCheckpoints, requireCheckpointFolder } from './checkpoint-files.js';
import { parseExpectedHead } from './arguments.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode, writeNewFile } from './exit-codes.js';
import { type ItemColumn, isoTime, itemLines, pluralize, printJson, printLines, usd } from './output.js';
import { readHalt, readSignedPast } from './signed-past.js';

interface Options {
  readonly keys?: string;
  readonly out?: string;
  readonly json?: true;
}

const HELP = `
A checkpoint is a statement signed by the bank: a position in the log, its hash, the Merkle root over all events and the
trial balance. A copy that you keep reveals any later change to earlier events. While the log grows, the worker takes a
checkpoint every hour and stores it with the public keys in the "checkpoints" folder inside the data folder.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint create --out today.txt
  ledger checkpoint list
  ledger checkpoint verify ~/moniker-checkpoints --keys ~/moniker-keys`;

const CREATE_HELP = `
Prints the checkpoint and, with --out, writes it to a file. The signing key is CHECKPOINT_KEY (32 random bytes in
base64url), or is derived from SECRET_KEY. The checkpoint is signed only if the log continues the last checkpoint in the
"checkpoints" folder inside the data folder. If it doesn't, the exit code is 1. If signing was already stopped, the exit
code is 2. --json also prints the public key, which auditors need to check signatures.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint create
  ledger checkpoint create --out today.txt
  ledger checkpoint create --json | jq -r .publicKey > bank.pub`;

const RESUME_HELP = `
The worker stops signing checkpoints as soon as the log contradicts an earlier one, either because an older backup was
restored or because someone changed the log. First find out which of the two happened, with "ledger verify" and the
checkpoints that you keep elsewhere. This command signs, with the bank's key, a statement that the log up to --accept is
correct. Within seconds, the worker moves the contradicted checkpoints to the "abandoned" folder and signs checkpoints
again. The statement is stored with the checkpoints. The worker's output and the admin panel also show it.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint resume --accept 1042:9f2c…e1 --by "Ada Okafor" --reason "restored the backup of 2026-11-21"`;

const LIST_HELP = `
Lists what was signed. It needs no database, so it also works on a machine without a bank if you pass a file or folder,
and the bank's public keys with --keys. "ledger checkpoint verify" compares what was signed with the log. The exit code
is 2 if a checkpoint isn't signed by a trusted key.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint list
  ledger checkpoint list ~/moniker-checkpoints --keys ~/moniker-keys --json`;

const VERIFY_HELP = `
Compares each checkpoint with the current log: the hash and trial balance at its position, and the Merkle root over all
events up to it, which are read and hashed again. The exit code is 1 if the log was truncated, rewritten or restored
from an older backup, and 2 if a checkpoint isn't signed by a trusted key. "ledger verify --checkpoints" also checks
every event against the rules, and checks the read tables.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint verify
  ledger checkpoint verify today.txt --keys bank.pub
  ledger checkpoint verify ~/moniker-checkpoints --keys ~/moniker-keys --json`;

/** `ledger checkpoint`: creates, lists and verifies signed checkpoints (AUD-11), and resumes signing (LED-22). */
export function checkpointCommand(done: (code: ExitCode) => void): Command {
  return new Command('checkpoint')
    .description('create, list and verify signed checkpoints of the log, or resume signing')
    .addHelpText('after', HELP)
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand(done))
    .addCommand(resumeCommand());
}

function createCommand(): Command {
  return new Command('create')
    .description("sign a checkpoint of the current log; needs the bank's key (CHECKPOINT_KEY or SECRET_KEY)")
    .option('--out <file>', 'write it to a new file')
    .option('--json', 'print one JSON document')
    .addHelpText('after', CREATE_HELP)
    .action(async ({ out, json }: Options) => {
      const signer = new CheckpointSigner(readCheckpointKey(process.env));
      const past = await readSignedPast(signer);
      const signed = await withAudit((audit) => audit.takeCheckpoint(signer, new Date(), past));
      if (signed === null) throw new CannotCheckError('The ledger is empty.');
      const { checkpoint, note } = signed;
      const { id: keyId, publicKey } = signer.key;
      if (out !== undefined) await writeNewFile(out, note);
      if (json === true) printJson({ ...checkpointJson(checkpoint), keyId, publicKey, note });
      else process.stdout.write(note);
    });
}

interface ResumeOptions {
  readonly accept: ExpectedHead;
  readonly by: string;
  readonly reason: string;
  readonly json?: true;
}

function resumeCommand(): Command {
  return new Command('resume')
    .description('let the worker sign checkpoints again after the log contradicted one')
    .requiredOption(
      '--accept <position:hash>',
      'head of the log to accept, as verify prints it',
      parseExpectedHead,
    )
    .requiredOption('--by <name>', 'name of the person who decided this')
    .requiredOption('--reason <text>', 'why the log differs')
    .option('--json', 'print one JSON document')
    .addHelpText('after', RESUME_HELP)
    .action(async ({ accept, by, reason, json }: ResumeOptions) => {
      const folder = requireCheckpointFolder();
      const signer = new CheckpointSigner(readCheckpointKey(process.env));
      const { halt } = await readHalt(folder, new CheckpointVerifier([signer.key.publicKey]));
      if (halt === null)
        throw new CannotCheckError(`Nothing to resume: according to ${folder}, signing hasn't stopped.`);
      // The resumption must be later than the halt, even if the worker's clock is ahead.
      const resumedAt = new Date(Math.max(Date.now(), halt.stoppedAt.getTime() + 1));
      const note = await withAudit((audit) =>
        audit.resumeCheckpoints(signer, accept, { resumedAt, by, reason }),
      );
      if (note === null)
        throw new CannotCheckError(`The log doesn't have this hash at position ${accept.position}.`);
      const file = path.join(folder, resumptionFileName(resumedAt));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, note, { flag: 'wx' });
      if (json === true) printJson({ ok: true, file, note });
      else process.stdout.write(note);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description('list the checkpoints in a folder and check their signatures')
    .argument('[path]', "a file or folder (default: the worker's checkpoint folder)")
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', LIST_HELP)
    .action(async (from: string | undefined, { keys, json }: Options) => {
      const place = from ?? requireCheckpointFolder();
      const files = await readCheckpoints(place, keys);
      if (json === true)
        printJson({
          checkpoints: files.map(({ checkpoint, file }) => ({ ...checkpointJson(checkpoint), file })),
        });
      else if (files.length === 0) printLines([`No checkpoints in ${place}.`]);
      else
        printLines(
          itemLines(
            COLUMNS.slice(0, -1),
            files.map(({ checkpoint }) => [checkpoint, ''] as const),
          ),
        );
    });
}

function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('compare checkpoints with the current log: hash, Merkle root and trial balance')
    .argument('[path]', "a file or folder (default: the worker's checkpoint folder)")
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', VERIFY_HELP)
    .action(async (from: string | undefined, { keys, json }: Options) => {
      const place = from ?? requireCheckpointFolder();
      const files = await readCheckpoints(place, keys);
      if (files.length === 0) throw new CannotCheckError(`No checkpoints in ${place}.`);
      const checkpoints = files.map(({ checkpoint }) => checkpoint);
      const results = await withAudit((audit) => audit.checkCheckpoints(checkpoints));
      const isSound = results.every(({ problems }) => problems.length === 0);
      if (json === true) printJson({ ok: isSound, checkpoints: results });
      else printLines(verifyLines(files, results, isSound));
      done(isSound ? EXIT.ok : EXIT.finding);
    });
}

function verifyLines(
  files: readonly CheckpointFile[],
  results: readonly CheckpointResult[],
  isSound: boolean,
): string[] {
  const rows = files.map(({ checkpoint }, index): ListedCheckpoint => [
    checkpoint,
    results[index]?.problems.join('; ') || 'part of the log',
  ]);
  return [
    isSound
      ? `The log matches ${pluralize(files.length, 'checkpoint')}.`
      : 'The log does NOT match the checkpoints.',
    '',
    ...itemLines(COLUMNS, rows),
  ];
}

/** A checkpoint with the result of its comparison. */
type ListedCheckpoint = readonly [checkpoint: Checkpoint, result: string];

const COLUMNS: readonly ItemColumn<ListedCheckpoint>[] = [
  { title: 'position', align: 'right', cell: ([{ position }]) => String(position) },
  { title: 'taken', cell: ([{ takenAt }]) => isoTime(takenAt) },
  { title: 'hash', cell: ([{ hash }]) => `${hash.toString('hex').slice(0, 16)}…` },
  { title: "customers' money", align: 'right', cell: ([{ balance }]) => usd(balance.customersCents) },
  { title: 'result', cell: ([, result]) => result },
];

function checkpointJson({ position, hash, root, recordedAt, takenAt, balance }: Checkpoint) {
  return { position, hash, root, recordedAt, takenAt, balance };
}
