import { Command } from 'commander';
import type { Finding } from '../ledger/audit/findings.js';
import type { ExpectedHead } from '../ledger/audit/check-head.js';
import { verifyLedger, type VerifyResult } from '../ledger/audit/verify.js';
import { parseExpectedHead } from './arguments.js';
import { onDatabase } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { countOf, isoTime, printJson, printLines, tableLines } from './output.js';
import { showProgress } from './progress.js';

interface Options {
  readonly expectHead?: ExpectedHead;
  readonly json?: true;
}

const HELP = `
Recomputes every hash of the log, counts its positions and stream versions, folds all events with the rules of the
ledger, and compares every row of the read tables with the result: in one snapshot, so the bank may go on.

The head that it prints is worth keeping where nobody of the bank can change it. With --expect-head, a later run also
proves that nothing up to there was cut off or rewritten.
${EXIT_CODES_HELP}

Examples:
  ledger verify
  ledger verify --expect-head 1042:9f2c…e1
  ledger verify --json > report.json`;

/** `ledger verify`: proves the ledger or names the first position that is not sound. */
export function verifyCommand(done: (code: ExitCode) => void): Command {
  return new Command('verify')
    .description('prove that log and read tables are sound, or name the first position that is not')
    .option('--expect-head <position:hash>', 'a head kept from an earlier run', parseExpectedHead)
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async ({ expectHead, json }: Options) => {
      const progress = showProgress('verify');
      const result = await onDatabase('DATABASE_AUDITOR_URL', (sql) =>
        verifyLedger(sql, {
          onProgress: progress.update,
          ...(expectHead && { expectedHead: expectHead }),
        }),
      ).finally(progress.stop);
      if (json === true) printJson(jsonOf(result));
      else printLines(result.ok ? soundLines(result) : unsoundLines(result));
      done(result.ok ? EXIT.fine : EXIT.difference);
    });
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

function soundLines({ checkedTo, counts }: VerifyResult): string[] {
  return [
    'The ledger is sound.',
    '',
    `  log          ${countOf(counts.events, 'event')}, every hash and position right`,
    `  read tables  ${countOf(counts.accounts, 'account')}, ${countOf(counts.transactions, 'transaction')} and ` +
      `${countOf(counts.entries, 'entry line')}, all as replayed`,
    `  balance      all accounts sum to $0.00`,
    `  head         position ${checkedTo.position}, recorded ${isoTime(checkedTo.recordedAt)}`,
    `  hash         ${checkedTo.hash.toString('hex')}`,
    '',
    `Keep this head: --expect-head ${headText(checkedTo)}`,
  ];
}

function unsoundLines({ checkedTo, findings, findingsOmitted, notCompared }: VerifyResult): string[] {
  const first = firstPosition(findings);
  const total = countOf(findings.length + findingsOmitted, 'difference');
  const lines = [
    `The ledger is NOT sound: ${total}${first === null ? '' : `, the first at position ${first}`}.`,
    '',
    ...tableLines(
      [{ title: 'position', align: 'right' }, { title: 'check' }, { title: 'what' }],
      findings.map(({ check, position, what }) => [position === null ? '-' : String(position), check, what]),
    ),
    '',
  ];
  if (findingsOmitted > 0) lines.push(`… and ${countOf(findingsOmitted, 'further difference')}.`);
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
