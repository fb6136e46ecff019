import { Command } from 'commander';
import type { CheckpointDifference } from '../ledger/audit/ledger-audit.js';
import type { Checkpoint } from '../ledger/proof/checkpoints.js';
import { readOneCheckpoint } from './checkpoint-files.js';
import { withAudit } from './database.js';
import { EXIT, EXIT_CODES_HELP, type ExitCode } from './exit-codes.js';
import { pluralize, isoTime, printJson, printLines, tableLines, usd } from './output.js';

interface Options {
  readonly keys?: string;
  readonly json?: true;
}

const HELP = `
Proves that the later checkpoint continues the earlier one: no event up to the earlier one was changed or removed. Then
prints what changed in between. The exit code is 1 if the later checkpoint doesn't continue the earlier one.
${EXIT_CODES_HELP}

Examples:
  ledger diff 1042 2048
  ledger diff ~/january.txt ~/february.txt --keys ~/moniker-keys`;

/** `ledger diff`: proves that two checkpoints are consistent and prints their difference (AUD-13). */
export function diffCommand(done: (code: ExitCode) => void): Command {
  return new Command('diff')
    .description('prove that one checkpoint continues another, and print what changed')
    .argument('<checkpoint>', 'one checkpoint: its file or position')
    .argument('<other-checkpoint>', 'the other checkpoint: its file or position')
    .option('--keys <path>', 'trusted public keys: a file or folder')
    .option('--json', 'print one JSON document')
    .addHelpText('after', HELP)
    .action(async (one: string, other: string, { keys, json }: Options) => {
      const both = [
        (await readOneCheckpoint(one, keys)).checkpoint,
        (await readOneCheckpoint(other, keys)).checkpoint,
      ];
      const [earlier, later] = both.sort((a, b) => a.position - b.position) as [Checkpoint, Checkpoint];
      const difference = await withAudit((audit) => audit.compareCheckpoints(earlier, later));
      if (json === true) printJson({ ok: difference.isContinuation, earlier, later, ...difference });
      else printLines(diffLines(earlier, later, difference));
      done(difference.isContinuation ? EXIT.ok : EXIT.finding);
    });
}

const BALANCE_ROWS: readonly [keyof Checkpoint['balance'], string][] = [
  ['customersCents', 'customers'],
  ['heldCents', 'held'],
  ['settlementCents', 'settlement'],
  ['feesCents', 'fees'],
  ['adjustmentsCents', 'adjustments'],
  ['unclaimedCents', 'unclaimed'],
];

function diffLines(
  earlier: Checkpoint,
  later: Checkpoint,
  { isContinuation, events, proof }: CheckpointDifference,
): string[] {
  const right = 'right';
  const isSamePlace = earlier.position === later.position;
  if (isSamePlace && isContinuation)
    return [`Both checkpoints are at position ${later.position}, and they agree.`];
  if (isSamePlace)
    return [`The checkpoints at position ${later.position} do NOT agree: their Merkle roots differ.`];
  const verdict = isContinuation
    ? `Position ${later.position} continues position ${earlier.position}: proven by ${pluralize(proof.length, 'hash|hashes')}.`
    : `Position ${later.position} does NOT continue position ${earlier.position}: the log was changed in between.`;
  return [
    verdict,
    '',
    ...tableLines(
      [
        { title: '' },
        { title: 'earlier', align: right },
        { title: 'later', align: right },
        { title: 'change', align: right },
      ],
      [
        ['taken', isoTime(earlier.takenAt), isoTime(later.takenAt), ''],
        [
          'accounts',
          String(earlier.balance.accounts),
          String(later.balance.accounts),
          signed(later.balance.accounts - earlier.balance.accounts, String),
        ],
        ...BALANCE_ROWS.map(([part, name]) => {
          const [before, after] = [earlier.balance[part], later.balance[part]];
          return [name, usd(before), usd(after), signed(after - before, usd)];
        }),
      ],
    ),
    '',
    ...tableLines(
      [{ title: 'events between' }, { title: 'count', align: right }],
      events.map(({ type, count }) => [type, count.toLocaleString('en-US')]),
    ),
  ];
}

function signed(number: number, format: (number: number) => string): string {
  return `${number > 0 ? '+' : ''}${format(number)}`;
}
