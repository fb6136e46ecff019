import { Command, Option } from 'commander';
import {
  type ExpectedHead,
  type Finding,
  toFindingJson,
  verifyFile,
  type VerifyOptions,
  type VerifyResult,
} from '../ledger/audit/ledger-audit.js';
import { parseExpectedHead } from './arguments.js';
import {
  type CheckpointFile,
  defaultCheckpointFolder,
  readCheckpoints,
  readOneCheckpoint,
} from './checkpoint-files.js';
import { withAudit } from './database.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { readLines } from './read-lines.js';
import { findingLines, pluralize, isoTime, printJson, printLines } from './output.js';
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
Recomputes every hash, checks positions and stream versions, folds all events under the rules of the ledger, and
compares every row of the read tables with the result. It reads one snapshot, so the bank can continue.

Keep the printed head where nobody at the bank can change it. With --expect-head, a later run also proves that no event
up to that head was removed or rewritten. Signed checkpoints do the same: the worker's checkpoints are used
automatically; --checkpoints names a file or folder that you kept.

With --since, verification begins after a trusted checkpoint, named by its file, its position or "last". This is fast
enough for every day. It checks that the log still matches the checkpoint's hash, Merkle root and trial balance, but
reads no earlier events or entries. Verify the whole log from time to time.

With --from-file, it reads an export ("ledger export --format ndjson") instead of the database. This verifies everything
except the read tables, without access to the bank.
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger verify --expect-head 1042:9f2c…e1
  ledger verify --checkpoints ~/moniker-checkpoints --keys ~/moniker-keys
  ledger verify --since last
  ledger export --format ndjson | ledger verify --from-file -
  ledger verify --json > report.json`;

/** `ledger verify`: verifies the ledger and names the first bad position (AUD-2, AUD-3). */
export function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('verify log and read tables, and name the first bad position')
    .option('--expect-head <position:hash>', 'a head kept from an earlier run', parseExpectedHead)
    .option('--checkpoints <path>', 'checkpoints that you kept: a file or folder')
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .addOption(
      new Option('--since <checkpoint>', 'begin after a checkpoint: a file, a position or last').conflicts(
        'fromFile',
      ),
    )
    .option('--from-file <file>', 'verify an export instead of the database; - is standard input')
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
      done(result.ok ? EXIT.ok : EXIT.finding);
    });
}

/** Reads the requested checkpoints, or by default those of the worker. */
function readRequestedCheckpoints({ checkpoints, keys }: Options): Promise<CheckpointFile[]> {
  const from = checkpoints ?? defaultCheckpointFolder();
  return from === null ? Promise.resolve([]) : readCheckpoints(from, keys);
}

/**
 * Returns the checkpoint after which verification begins, or undefined for the whole log.
 *
 * @throws CannotCheckError the checkpoint does not exist
 */
async function resolveSince(
  { since, keys }: Options,
  files: readonly CheckpointFile[],
): Promise<CheckpointFile | undefined> {
  if (since !== LAST) return since === undefined ? undefined : readOneCheckpoint(since, keys);
  const last = files.at(-1);
  if (last === undefined) throw new CannotCheckError('There are no checkpoints for --since.');
  return last;
}

const LAST = 'last';

function runVerify(
  fromFile: string | undefined,
  scope: Pick<VerifyOptions, 'expectedHeads' | 'since'>,
): Promise<VerifyResult> {
  const progress = showProgress('verify');
  const options = { onProgress: progress.update, ...scope };
  const result =
    fromFile === undefined
      ? withAudit((audit) => audit.verify(options))
      : verifyFile(readLines(fromFile), options);
  return result.finally(progress.stop);
}

function jsonOf({ checkedTo, findings, warnings, ...result }: VerifyResult) {
  return {
    ...result,
    warnings: warnings.map(toFindingJson),
    firstBadPosition: firstPosition(findings),
    checkedTo: { ...checkedTo, recordedAt: isoTime(checkedTo.recordedAt) },
    findings: findings.map(toFindingJson),
  };
}

function firstPosition(findings: readonly Finding[]): number | null {
  return findings[0]?.position ?? null;
}

function soundLines(
  { checkedAfter, checkedTo, counts, withTables, warnings, unprojected }: VerifyResult,
  checkpoints: number,
): string[] {
  const isPart = checkedAfter > 0;
  return [
    isPart ? `The ledger is sound after the checkpoint at position ${checkedAfter}.` : 'The ledger is sound.',
    '',
    ...(isPart ? ['  before       hash, Merkle root and trial balance as signed; events were not read'] : []),
    `  log          ${pluralize(counts.events, 'event')}, every hash and position right`,
    withTables
      ? `  read tables  ${pluralize(counts.accounts, 'account')}, ${pluralize(counts.transactions, 'transaction')} and ` +
        `${pluralize(counts.entries, 'entry|entries')}, all as replayed`
      : '  read tables  not part of the file',
    `  balance      all accounts sum to $0.00`,
    ...(checkpoints > 0
      ? [`  checkpoints  ${pluralize(checkpoints, 'signed checkpoint')}, all part of it`]
      : []),
    `  head         position ${checkedTo.position}, recorded ${isoTime(checkedTo.recordedAt)}`,
    `  hash         ${checkedTo.hash.toString('hex')}`,
    ...(unprojected > 0
      ? [`  unprojected  ${pluralize(unprojected, 'later event')} of the log, not in the tables yet`]
      : []),
    ...warnings.map(({ message }) => `  warning      ${message}`),
    '',
    `Keep this head: --expect-head ${headText(checkedTo)}`,
  ];
}

function unsoundLines(result: VerifyResult): string[] {
  const { checkedTo, findings, findingsOmitted, notCompared, warnings } = result;
  const first = firstPosition(findings);
  const total = pluralize(findings.length + findingsOmitted, 'finding');
  const lines = [
    `The ledger is NOT sound: ${total}${first === null ? '' : `, the first at position ${first}`}.`,
    '',
    ...findingLines(findings),
    '',
  ];
  if (findingsOmitted > 0) lines.push(`… and ${pluralize(findingsOmitted, 'more finding')}.`);
  if (notCompared.length > 0) {
    lines.push(`Events are missing or invalid, so these checks are incomplete: ${notCompared.join(', ')}.`);
  }
  lines.push(...warnings.map(({ message }) => `Warning: ${message}.`));
  lines.push(`Checked to ${headText(checkedTo)}.`);
  return lines;
}

function headText({ position, hash }: VerifyResult['checkedTo']): string {
  return `${position}:${hash.toString('hex')}`;
}
