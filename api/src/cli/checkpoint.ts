import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import { type Checkpoint, signCheckpoint } from '../ledger/proof/checkpoint.js';
import { checkCheckpoint, type CheckpointResult } from '../ledger/proof/check-checkpoint.js';
import { signingKeyOf } from '../ledger/proof/signing-key.js';
import { currentCheckpoint } from '../ledger/proof/current-checkpoint.js';
import { readSecrets } from '../platform/config/config.js';
import { type CheckpointFile, readCheckpoints, requireCheckpointFolder } from './checkpoint-files.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines, tableLines, usd } from './output.js';

interface Options {
  readonly keys?: string;
  readonly out?: string;
  readonly json?: true;
}

const HELP = `
A checkpoint states where the log stands, with its hash, the root of the tree over all events and the trial balance,
signed by the bank. Copies that you keep show any later change of what was before them. The worker takes one every hour
in which something happened, and keeps them in the folder "checkpoints" beside the bank's data, with the public keys.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint create --out today.txt
  ledger checkpoint list
  ledger checkpoint verify ~/moniker-checkpoints --keys ~/moniker-keys`;

const CREATE_HELP = `
Printed and, with --out, written. The key is SECRET_KEY's, or CHECKPOINT_KEY (32 random bytes in base64url); with --json
its public key is told, which is what those who check keep.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint create
  ledger checkpoint create --out today.txt
  ledger checkpoint create --json | jq -r .publicKey > bank.pub`;

const LIST_HELP = `
Needs no database: it tells what was signed, not whether it is still so ("ledger checkpoint verify" does). The exit code
is 2 if one is not signed by a key that you trust.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint list
  ledger checkpoint list ~/moniker-checkpoints --keys ~/moniker-keys --json`;

const VERIFY_HELP = `
Compares with the log as it is now: the hash at the position, the tree over all events up to it, and the trial balance
of then. The exit code is 1 if the log was cut off, rewritten or set back, 2 if a checkpoint is not signed by a key that
you trust. "ledger verify --checkpoints" checks every event besides.
${EXIT_CODES_HELP}

Examples:
  ledger checkpoint verify
  ledger checkpoint verify today.txt --keys bank.pub
  ledger checkpoint verify ~/moniker-checkpoints --keys ~/moniker-keys --json`;

/** `ledger checkpoint`: takes, lists and verifies signed statements about the log. */
export function checkpointCommand(done: (code: ExitCode) => void): Command {
  return new Command('checkpoint')
    .description('take, list and verify signed statements about the whole log')
    .addHelpText('after', HELP)
    .addCommand(createCommand(done))
    .addCommand(listCommand(done))
    .addCommand(verifyCommand(done));
}

function createCommand(done: (code: ExitCode) => void): Command {
  return new Command('create')
    .description('state the log as it is now; needs the key of the bank (SECRET_KEY or CHECKPOINT_KEY)')
    .option('--out <file>', 'write it into a file, which must not exist yet')
    .option('--json', 'print one JSON document')
    .addHelpText('after', CREATE_HELP)
    .action(async ({ out, json }: Options) => {
      const key = signingKeyOf(readSecrets(process.env).checkpoint);
      const checkpoint = await withDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, () => currentCheckpoint(sql, new Date())),
      );
      if (checkpoint === null) throw new CannotCheckError('the ledger is still empty');
      const note = signCheckpoint(checkpoint, key);
      if (out !== undefined) await writeFile(out, note, { flag: 'wx' });
      if (json === true) printJson({ ...jsonOf(checkpoint), keyId: key.id, publicKey: key.publicKey, note });
      else process.stdout.write(note);
      done(EXIT.ok);
    });
}

function listCommand(done: (code: ExitCode) => void): Command {
  return new Command('list')
    .description('list the checkpoints of a folder, each with its signature checked')
    .argument('[path]', 'a file or folder; left out, the folder beside the data of the bank')
    .option('--keys <path>', 'the public keys that you trust: a file or a folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', LIST_HELP)
    .action(async (from: string | undefined, { keys, json }: Options) => {
      const files = await readCheckpoints(from ?? requireCheckpointFolder(), keys);
      if (json === true)
        printJson({ checkpoints: files.map(({ checkpoint, file }) => ({ ...jsonOf(checkpoint), file })) });
      else printLines(listLines(files.map(({ checkpoint }) => [checkpoint, ''])));
      done(EXIT.ok);
    });
}

function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description(
      'check that each checkpoint is still a statement about this log: hash, tree and trial balance',
    )
    .argument('[path]', 'a file or folder; left out, the folder beside the data of the bank')
    .option('--keys <path>', 'the public keys that you trust: a file or a folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', VERIFY_HELP)
    .action(async (from: string | undefined, { keys, json }: Options) => {
      const files = await readCheckpoints(from ?? requireCheckpointFolder(), keys);
      if (files.length === 0) throw new CannotCheckError('there are no checkpoints');
      const results = await withDatabase('DATABASE_AUDITOR_URL', (sql) =>
        inSnapshot(sql, async () => {
          const found: CheckpointResult[] = [];
          for (const { checkpoint } of files) found.push(await checkCheckpoint(sql, checkpoint));
          return found;
        }),
      );
      const isSound = results.every(({ problems }) => problems.length === 0);
      if (json === true) printJson({ ok: isSound, checkpoints: results });
      else printLines(verifyLines(files, results, isSound));
      done(isSound ? EXIT.ok : EXIT.difference);
    });
}

function verifyLines(
  files: readonly CheckpointFile[],
  results: readonly CheckpointResult[],
  isSound: boolean,
): string[] {
  const rows = files.map(({ checkpoint }, index): [Checkpoint, string] => [
    checkpoint,
    results[index]?.problems.join('; ') || 'part of the log',
  ]);
  return [
    isSound
      ? `${pluralize(files.length, 'checkpoint')}, all part of this log.`
      : 'The log is NOT the one that was signed.',
    '',
    ...listLines(rows),
  ];
}

function listLines(rows: readonly (readonly [Checkpoint, string])[]): string[] {
  return tableLines(
    [
      { title: 'position', align: 'right' },
      { title: 'taken' },
      { title: 'hash' },
      { title: "customers' money", align: 'right' },
      { title: '' },
    ],
    rows.map(([{ position, takenAt, hash, balance }, told]) => [
      String(position),
      isoTime(takenAt),
      `${hash.toString('hex').slice(0, 16)}…`,
      usd(balance.customersCents),
      told,
    ]),
  );
}

function jsonOf({ position, hash, root, recordedAt, takenAt, balance }: Checkpoint) {
  return { position, hash, root, recordedAt, takenAt, balance };
}
