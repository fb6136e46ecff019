import { chainChecker, type ChainCheckedEvent } from '../log/chain-checked-event.js';
import { checkExpectedHeads, compareExpectedHead } from './check-head.js';
import { checkTrialBalance } from './check-accounts.js';
import { parseEventLine } from '../log/event-lines.js';
import { FindingList, type Finding } from './finding-list.js';
import { LogFold } from './log-fold.js';
import { TimeLimits } from './time-limits.js';
import { TransactionSteps } from './transaction-steps.js';
import type { VerifyOptions } from './verify-ledger.js';
import { verifyResult, type VerifyResult } from './verify-result.js';

type FileOptions = Pick<VerifyOptions, 'expectedHeads' | 'now' | 'onProgress'>;

const REPORT_EVERY = 2_000;

/**
 * Verifies an exported log without a database: every hash, position and time, each event against the state before it,
 * the trial balance, and the expected heads. There are no read tables to compare with.
 *
 * @throws RangeError a line is not an event; the message contains the line number
 */
export async function verifyFile(lines: AsyncIterable<string>, options: FileOptions): Promise<VerifyResult> {
  const steps = new TransactionSteps();
  try {
    return await verifyLines(lines, options, steps);
  } finally {
    steps.close();
  }
}

async function verifyLines(
  lines: AsyncIterable<string>,
  { expectedHeads = [], now = new Date(), onProgress }: FileOptions,
  steps: TransactionSteps,
): Promise<VerifyResult> {
  const findings = new FindingList();
  const hashes = new Map(expectedHeads.map(({ position }) => [position, null as Buffer | null]));
  const fold = new LogFold(steps, new Set(hashes.keys()));
  const limits = new TimeLimits(now, expectedHeads);
  for await (const event of parseLines(lines)) {
    const eventFindings: Finding[] = [];
    const late = limits.check(event);
    if (late !== null) eventFindings.push(late);
    fold.apply(event, [], eventFindings);
    findings.add(...eventFindings);
    if (hashes.has(event.position)) hashes.set(event.position, event.hash);
    if (fold.eventCount % REPORT_EVERY === 0) onProgress?.(event.position, event.position);
  }
  findings.add(
    ...(await checkExpectedHeads(expectedHeads, 0, (expected) =>
      compareExpectedHead(expected, hashes.get(expected.position) ?? null, fold),
    )),
  );
  findings.add(...checkTrialBalance(fold));
  for (const folded of steps.fold()) findings.add(...folded.findings);
  for (const unpaired of steps.findUnpaired()) findings.add(unpaired);
  const { state, eventCount: events, transactionCount: transactions, lastRead: checkedTo } = fold;
  const counts = { events, entries: 0, accounts: state.accounts.size, transactions };
  return verifyResult(findings, { checkedTo, withTables: false, counts });
}

async function* parseLines(lines: AsyncIterable<string>): AsyncGenerator<ChainCheckedEvent> {
  const checked = chainChecker();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    try {
      yield checked(parseEventLine(line));
    } catch (error) {
      throw error instanceof RangeError
        ? new RangeError(`Line ${number} of the file is invalid: ${error.message}`)
        : error;
    }
  }
}
