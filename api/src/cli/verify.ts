import { Command, Option } from 'commander';
import type { Finding } from '../ledger/audit/finding-list.js';
import type { ExpectedHead } from '../ledger/audit/check-head.js';
import { verifyFile } from '../ledger/audit/verify-file.js';
import { verifyLedger, type VerifyOptions, type VerifyResult } from '../ledger/audit/verify-ledger.js';
import { parseExpectedHead } from './arguments.js';
import {
  type CheckpointFile,
  defaultCheckpointFolder,
  readCheckpoints,
  readOneCheckpoint,
} from './checkpoint-files.js';
import { withDatabase } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { readLines } from './read-lines.js';
import { pluralize, isoTime, printJson, printLines, tableLines } from './output.js';
import { showProgress } from './progress.js';

interface Options {
  readonly expectHead?: ExpectedHead;
  readonly checkpoints?: string;
  readonly keys?: string;
  readonly since?: string;
  readonly fromFile?: string;
  readonly json?: true;
}

const HELP = `
Recomputes every hash of the log, counts its positions and stream versions, folds all events with the rules of the
ledger, and compares every row of the read tables with the result: in one snapshot, so the bank may go on.

The head that it prints is worth keeping where nobody of the bank can change it. With --expect-head, a later run also
proves that nothing up to there was cut off or rewritten. Signed checkpoints do the same: all that are in the folder
beside the bank's data are used by themselves; --checkpoints names a file or folder that you kept.

With --since it begins behind a checkpoint that you trust, by its file, its position or "last": a check for every day.
That the log still fits the checkpoint is seen by its hash, its tree and the trial balance of then; single events and
lines before it are taken as they are. A check of the whole log, now and then, proves those too.

With --from-file it reads an export ("ledger export --format ndjson") instead of the database: everything but the read
tables is proven, at home and without the bank.
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger verify --expect-head 1042:9f2c…e1
  ledger verify --checkpoints ~/moniker-checkpoints --keys ~/moniker-keys
  ledger verify --since last
  ledger export --format ndjson | ledger verify --from-file -
  ledger verify --json > report.json`;

/** `ledger verify`: proves the ledger or names the first position that is not sound. */
export function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('prove that log and read tables are sound, or name the first position that is not')
    .option('--expect-head <position:hash>', 'a head kept from an earlier run', parseExpectedHead)
    .option('--checkpoints <path>', 'checkpoints that you kept: a file or a folder')
    .option('--keys <path>', 'the public keys that you trust: a file or a folder')
    .addOption(
      new Option('--since <checkpoint>', 'begin behind a checkpoint: a file, a position or last').conflicts(
        'fromFile',
      ),
    )
    .option('--from-file <file>', 'check an export instead of the database; - is standard input')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const files = await readRequestedCheckpoints(options);
      const expectedHeads = [
        ...(options.expectHead ? [options.expectHead] : []),
        ...files.map(({ checkpoint }) => checkpoint),
      ];
      const since = await resolveSince(options, files);
      const result = await runVerify(options.fromFile, { expectedHeads, since: since?.checkpoint });
      if (options.json === true) printJson({ ...jsonOf(result), checkpoints: files.length });
      else printLines(result.ok ? soundLines(result, files.length) : unsoundLines(result));
      done(result.ok ? EXIT.ok : EXIT.difference);
    });
}

/** Those that were asked for, or else those that are kept beside the bank's data. */
function readRequestedCheckpoints({ checkpoints, keys }: Options): Promise<CheckpointFile[]> {
  const from = checkpoints ?? defaultCheckpointFolder();
  return from === null ? Promise.resolve([]) : readCheckpoints(from, keys);
}

/** The checkpoint to begin behind; undefined for the whole log. Throws `CannotCheckError` where there is none such. */
async function resolveSince(
  { since, keys }: Options,
  files: readonly CheckpointFile[],
): Promise<CheckpointFile | undefined> {
  if (since !== LAST) return since === undefined ? undefined : readOneCheckpoint(since, keys);
  const last = files.at(-1);
  if (last === undefined) throw new CannotCheckError('there are no checkpoints to begin behind');
  return last;
}

const LAST = 'last';

function runVerify(
  fromFile: string | undefined,
  what: Pick<VerifyOptions, 'expectedHeads' | 'since'>,
): Promise<VerifyResult> {
  const progress = showProgress('verify');
  const options = { onProgress: progress.update, ...what };
  const result =
    fromFile === undefined
      ? withDatabase('DATABASE_AUDITOR_URL', (sql) => verifyLedger(sql, options))
      : verifyFile(readLines(fromFile), options);
  return result.finally(progress.stop);
}

function jsonOf({ checkedTo, findings, ...result }: VerifyResult) {
  return {
    ...result,
    firstBadPosition: firstPosition(findings),
    checkedTo: { ...checkedTo, recordedAt: isoTime(checkedTo.recordedAt) },
    findings,
  };
}

function firstPosition(findings: readonly Finding[]): number | null {
  return findings[0]?.position ?? null;
}

function soundLines(
  { checkedAfter, checkedTo, counts, withTables }: VerifyResult,
  checkpoints: number,
): string[] {
  const isPart = checkedAfter > 0;
  return [
    isPart
      ? `The ledger is sound behind the checkpoint at position ${checkedAfter}.`
      : 'The ledger is sound.',
    '',
    ...(isPart ? ['  before       hash, tree and trial balance as signed; single events were not read'] : []),
    `  log          ${pluralize(counts.events, 'event')}, every hash and position right`,
    withTables
      ? `  read tables  ${pluralize(counts.accounts, 'account')}, ${pluralize(counts.transactions, 'transaction')} and ` +
        `${pluralize(counts.entries, 'entry line')}, all as replayed`
      : '  read tables  not part of the file',
    `  balance      all accounts sum to $0.00`,
    ...(checkpoints > 0
      ? [`  checkpoints  ${pluralize(checkpoints, 'signed checkpoint')}, all part of it`]
      : []),
    `  head         position ${checkedTo.position}, recorded ${isoTime(checkedTo.recordedAt)}`,
    `  hash         ${checkedTo.hash.toString('hex')}`,
    '',
    `Keep this head: --expect-head ${headText(checkedTo)}`,
  ];
}

function unsoundLines({ checkedTo, findings, findingsOmitted, notCompared }: VerifyResult): string[] {
  const first = firstPosition(findings);
  const total = pluralize(findings.length + findingsOmitted, 'difference');
  const lines = [
    `The ledger is NOT sound: ${total}${first === null ? '' : `, the first at position ${first}`}.`,
    '',
    ...tableLines(
      [{ title: 'position', align: 'right' }, { title: 'check' }, { title: 'what' }],
      findings.map(({ check, position, what }) => [position === null ? '-' : String(position), check, what]),
    ),
    '',
  ];
  if (findingsOmitted > 0) lines.push(`… and ${pluralize(findingsOmitted, 'further difference')}.`);
  if (notCompared.length > 0) {
    lines.push(
      `Events are missing or broken, so these could not be compared to their end: ${notCompared.join(', ')}.`,
    );
  }
  lines.push(`Checked to ${headText(checkedTo)}.`);
  return lines;
}

function headText({ position, hash }: VerifyResult['checkedTo']): string {
  return `${position}:${hash.toString('hex')}`;
}
