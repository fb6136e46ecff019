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
import { type CheckpointFile, readApprovalKeys, readOneCheckpoint, readWriters } from './checkpoint-files.js';
import { withAudit } from './database.js';
import { type Evidence, readEvidence } from './evidence.js';
import { CannotCheckError, EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { readLines } from './read-lines.js';
import { findingLines, pluralize, isoTime, printJson, printLines, recordedText } from './output.js';
import { showProgress } from './progress.js';

interface Options {
  readonly expectHead?: ExpectedHead;
  readonly checkpoints?: string;
  readonly keys?: string;
  readonly writerKeys?: string;
  readonly approvalKeys?: string;
  readonly since?: string;
  readonly fromFile?: string;
  readonly requireCheckpoints?: true;
  readonly withoutTexts?: true;
  readonly json?: true;
}

const HELP = `
Recomputes every hash, checks positions and stream versions, replays all events under the ledger's rules, and compares
every row of the read tables with the result. It reads one snapshot, so the bank can keep working.

Keep the printed head where nobody at the bank can change it. With --expect-head, a later run also proves that no event
up to that head was removed or rewritten. Signed checkpoints do the same: the worker's checkpoints are used
automatically, and --checkpoints adds a file or folder that you kept. Anyone who can change the worker's checkpoints can
also change the public keys stored with them, so keep the keys too and pass them with --keys. With
--require-checkpoints, the command fails (exit code 2) if --keys is missing or if no checkpoint is found. If you pass
--checkpoints as well, only your own count for that. If the log was changed, the first change lies somewhere between
the last good checkpoint and the first bad one.

Each process that writes events signs them. The signatures are checked with its public keys: by default those in the
"writer-keys" folder inside the data folder. Keep copies where nobody at the bank can change them, and pass them with
--writer-keys. The first event with a missing or invalid signature is the first one that was written without a known
key.

If approvals are signed with passkeys, use --approval-keys to pass the passkeys that you trust ("ledger approval-keys"
prints those in the log for you to check). An approval is then a finding unless it is signed with one of them, or with a
passkey that one of them has signed. Without the list, all passkeys in the log are trusted, and anyone who can write to
the log can add to them.

Texts of transactions, such as names and notes, are compared with the digests in their events, and never shown. So are
account numbers, admins' decisions (identity checks, account requests, deletions and admin roles), and the details in
customers' applications: name, address, SSN and documents. For a copy of the database without personal data,
--without-texts skips all of these.

Triggers, functions, privileges, constraints and columns of the database are compared with those of this release. If the
database has migrations from a newer release, anything they may have added only causes a warning. To check it, verify
with that release.

With --since, verification begins after a trusted checkpoint, given as a file, a position or "last" (the last of yours
if you pass --checkpoints). This is fast enough to run daily. It checks that the log still matches the hash, Merkle root
and trial balance of the checkpoint, but reads no earlier events, entries or texts. So it misses an earlier event whose
content was changed but whose hash was not. Verify the whole log from time to time.

With --from-file, the command reads an export ("ledger export --format ndjson") instead of the database, without access
to the bank. This verifies the log itself: hashes, positions, rules and balances. The file doesn't contain the read
tables, texts, decisions, signatures, access log or schema.
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger verify --expect-head 1042:9f2c…e1
  ledger verify --checkpoints ~/moniker-checkpoints --keys ~/moniker-keys --require-checkpoints
  ledger verify --writer-keys ~/moniker-writer-keys
  ledger verify --since last
  ledger export --format ndjson | ledger verify --from-file -
  ledger verify --json > report.json`;

/** `ledger verify`: verifies the ledger and names the first bad position (AUD-2, AUD-3). */
export function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('verify the log and the read tables, and report the first bad position')
    .option('--expect-head <position:hash>', 'a head kept from an earlier run', parseExpectedHead)
    .option('--checkpoints <path>', 'checkpoints that you kept: a file or folder')
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--require-checkpoints', "fail if there's no checkpoint or no --keys")
    .option('--writer-keys <path>', "the writers' public keys: a file or folder")
    .option('--approval-keys <file>', 'the passkeys of approvers that you trust')
    .addOption(
      new Option('--since <checkpoint>', 'begin after a checkpoint: a file, a position or "last"').conflicts(
        'fromFile',
      ),
    )
    .option('--from-file <file>', 'verify an export instead of the database; - is standard input')
    .option('--without-texts', 'skip texts, decisions and identity checks')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const evidence = await readEvidence(options);
      const { checkpoints: files, kept, accessHeads, unread } = evidence;
      if (options.requireCheckpoints === true) assertPinned(options, kept);
      const expectedHeads = [
        ...(options.expectHead ? [options.expectHead] : []),
        ...files.map(({ checkpoint }) => checkpoint),
      ];
      const since = await resolveSince(options, kept);
      const writers = await readWriters(options.writerKeys);
      const approvalKeys = await readApprovalKeys(options.approvalKeys);
      const result = await runVerify(options.fromFile, {
        ...{ expectedHeads, accessHeads, since: since?.checkpoint, writers, approvalKeys },
        isWithoutTexts: options.withoutTexts,
      });
      if (options.fromFile !== undefined && result.counts.events === 0)
        throw new CannotCheckError(
          `${options.fromFile === '-' ? 'Standard input' : options.fromFile} has no events.`,
        );
      // A checkpoint that can't be read may contradict the log, so the log isn't called sound.
      // Any findings are still shown.
      if (unread !== null && result.ok)
        throw new CannotCheckError(
          `No findings, but the log isn't called sound, because the worker's checkpoints could not be checked: ${unread.message}`,
        );
      if (options.json === true) printJson({ ...verificationJson(result), checkpoints: files.length });
      else
        printLines(
          result.ok
            ? soundLines(result, describeUsed(options, evidence))
            : unsoundLines(result, since?.checkpoint.position),
        );
      if (unread !== null) process.stderr.write(`ledger: ${unread.message}\n`);
      done(result.ok ? EXIT.ok : EXIT.finding);
    });
}

/** @throws CannotCheckError there is no checkpoint, or `--keys` is missing */
function assertPinned({ checkpoints: own, keys }: Options, kept: readonly CheckpointFile[]): void {
  if (kept.length === 0) {
    const place = own === undefined ? '' : ` in ${own}`;
    throw new CannotCheckError(`There's no checkpoint${place}, but --require-checkpoints is set.`);
  }
  if (keys === undefined) {
    throw new CannotCheckError(
      '--require-checkpoints needs --keys. Pass the public keys that you keep elsewhere.',
    );
  }
}

function describeUsed({ keys, checkpoints: own }: Options, { checkpoints, kept }: Evidence): string {
  const { length } = checkpoints;
  if (length === 0 && own !== undefined)
    return `none: there's no checkpoint in ${own}, so events removed from the end wouldn't show`;
  if (length === 0)
    return 'none used: events may have been removed from the end; pass your checkpoints with --checkpoints';
  const keysUsed =
    keys === undefined ? ", but checked with the bank's own keys; to use your copies, pass --keys" : '';
  const noneKept = kept.length === 0 ? `no checkpoint in ${own}; ` : '';
  const fromWorker = kept.length === 0 ? ' from the worker' : '';
  return `${noneKept}${pluralize(length, 'signed checkpoint')}${fromWorker}, matching the log${keysUsed}`;
}

/**
 * Returns the checkpoint after which verification starts, or undefined for the whole log.
 *
 * @throws CannotCheckError the checkpoint does not exist
 */
async function resolveSince(
  { since, keys, checkpoints: own }: Options,
  kept: readonly CheckpointFile[],
): Promise<CheckpointFile | undefined> {
  if (since !== LAST) return since === undefined ? undefined : readOneCheckpoint(since, keys);
  const last = kept.at(-1);
  if (last === undefined)
    throw new CannotCheckError(own === undefined ? 'There are no checkpoints.' : `No checkpoints in ${own}.`);
  return last;
}

const LAST = 'last';

function runVerify(
  fromFile: string | undefined,
  scope: Pick<
    VerifyOptions,
    'expectedHeads' | 'accessHeads' | 'since' | 'writers' | 'approvalKeys' | 'isWithoutTexts'
  >,
): Promise<VerifyResult> {
  const progress = showProgress('verify');
  const options = { onProgress: progress.update, ...scope };
  const result =
    fromFile === undefined
      ? withAudit((audit) => audit.verify(options))
      : verifyFile(readLines(fromFile), options);
  return result.finally(progress.stop);
}

function verificationJson({ checkedTo, accessLog, findings, warnings, ...result }: VerifyResult) {
  return {
    ...result,
    accessLog: accessLog && { ...accessLog, checkedTo: headJson(accessLog.checkedTo) },
    warnings: warnings.map(toFindingJson),
    firstBadPosition: firstPosition(findings),
    checkedTo: headJson(checkedTo),
    findings: findings.map(toFindingJson),
  };
}

function headJson<Head extends { readonly recordedAt: Date }>(head: Head) {
  return { ...head, recordedAt: isoTime(head.recordedAt) };
}

function firstPosition(findings: readonly Finding[]): number | null {
  return findings[0]?.position ?? null;
}

function describeFirst([first]: readonly Finding[]): string {
  if (first === undefined || first.position === null) return '';
  const { position, from = position } = first;
  return from < position
    ? `, the first between positions ${from} and ${position}`
    : `, the first at position ${position}`;
}

function soundLines(result: VerifyResult, checkpoints: string): string[] {
  const { checkedAfter, checkedTo, counts, withTables, notCompared, warnings, unprojected } = result;
  const isPart = checkedAfter > 0;
  return [
    isPart ? `The ledger is sound after the checkpoint at position ${checkedAfter}.` : 'The ledger is sound.',
    '',
    ...(isPart
      ? [
          "  before it    hash, Merkle root and trial balance match the checkpoint; earlier events weren't read",
        ]
      : []),
    `  log          ${pluralize(counts.events, 'event')}, every hash and position correct`,
    withTables
      ? `  read tables  ${pluralize(counts.accounts, 'account')}, ${pluralize(counts.transactions, 'transaction')} and ` +
        `${pluralize(counts.entries, 'entry|entries')}, all matching the replay; ${describeTexts(notCompared)}`
      : '  read tables  not part of the file',
    ...(withTables ? [`  decisions    ${describeDecisions(notCompared)}`] : []),
    ...(withTables ? [`  identity     ${describeIdentity(result)}`] : []),
    ...(withTables
      ? [
          '  other        event index, idempotency keys, proposals, and records of checkpoints and verifications, all matching their events',
          `  schema       ${describeSchema(result)}`,
        ]
      : []),
    `  signatures   ${describeSigned(result)}`,
    ...describeApprovals(result),
    `  access log   ${describeAccessLog(result)}`,
    `  balance      all accounts sum to $0.00`,
    `  checkpoints  ${checkpoints}`,
    `  head         position ${checkedTo.position}, ${recordedText(checkedTo)}`,
    `  hash         ${checkedTo.hash.toString('hex')}`,
    ...(unprojected > 0
      ? [`  unprojected  ${pluralize(unprojected, 'later event')} in the log, not yet in the tables`]
      : []),
    ...warnings.map(({ message }) => `  warning      ${message}`),
    '',
    `Keep this head: --expect-head ${headText(checkedTo)}`,
  ];
}

function describeTexts(notCompared: VerifyResult['notCompared']): string {
  return notCompared.includes('texts') ? 'texts not compared' : 'texts match their events';
}

function describeAccessLog({ accessLog }: VerifyResult): string {
  if (accessLog === null) return 'not part of the file';
  return `${pluralize(accessLog.entries, 'entry|entries')}, every hash and position correct`;
}

function describeDecisions(notCompared: VerifyResult['notCompared']): string {
  return notCompared.includes('decisions')
    ? 'not compared'
    : 'identity checks, account requests, account numbers and roles, all matching the decisions in the log';
}

function describeIdentity({ identity }: VerifyResult): string {
  if (identity === null) return 'not compared';
  const { compared, withoutDigest } = identity;
  const earlier =
    withoutDigest === 0 ? '' : `; ${pluralize(withoutDigest, 'earlier one')} without digests, not compared`;
  return `${pluralize(compared, 'application')}, with matching SSN claims, documents and decision-makers${earlier}`;
}

function describeSchema({ warnings }: VerifyResult): string {
  return warnings.some(({ check }) => check === 'schema')
    ? 'as released, except for migrations from a newer release'
    : 'triggers, functions, privileges and constraints, all matching this release';
}

function describeSigned({ signed, withTables, checkedAfter }: VerifyResult): string {
  if (!withTables) return 'not part of the file';
  if (signed === null) return "not checked: no writer's public key was found; pass it with --writer-keys";
  const { from, to, batches } = signed;
  const isNone = from > to;
  if (isNone && checkedAfter > 0) return `none to check after position ${checkedAfter}`;
  return isNone
    ? `none yet; the first signed position is ${from}`
    : `${pluralize(batches, 'batch|batches')} from position ${from}, all signed by known writers`;
}

function describeApprovals({ signedApprovals: signed }: VerifyResult): string[] {
  if (signed === null) return [];
  const keys = signed.areKeysListed
    ? 'all signed with listed passkeys or with passkeys that the listed ones vouched for'
    : 'passkeys not compared with your own list; pass it with --approval-keys';
  return [`  approvals    ${pluralize(signed.count, 'signed approval')}; ${keys}`];
}

/** `since` is the position of the checkpoint after which verification was to start. */
function unsoundLines(result: VerifyResult, since: number | undefined): string[] {
  const { checkedTo, findings, findingsOmitted, notCompared, warnings } = result;
  const total = pluralize(findings.length + findingsOmitted, 'finding');
  const lines = [
    `The ledger is NOT sound: ${total}${describeFirst(findings)}.`,
    '',
    ...findingLines(findings),
    '',
  ];
  if (findingsOmitted > 0) lines.push(`… and ${pluralize(findingsOmitted, 'more finding')}.`);
  if (notCompared.length > 0) {
    lines.push(`These checks were skipped or are incomplete: ${notCompared.join(', ')}.`);
  }
  lines.push(...warnings.map(({ message }) => `Warning: ${message}.`));
  const isUnchecked = since !== undefined && checkedTo.position === 0;
  lines.push(
    isUnchecked
      ? `Nothing was checked after the checkpoint at position ${since}.`
      : `Checked up to ${headText(checkedTo)}.`,
  );
  return lines;
}

function headText({ position, hash }: VerifyResult['checkedTo']): string {
  return `${position}:${hash.toString('hex')}`;
}
