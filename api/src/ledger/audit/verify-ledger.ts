import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { rangeRootOf } from '../proof/merkle-tree-store.js';
import type { AuditSql } from './audit-connection.js';
import { EntryChecker, RowsOutOfOrderError } from './entry-checker.js';
import {
  checkExpectedHead,
  checkHead,
  checkProjection,
  readHeadRow,
  type ExpectedHead,
} from './check-head.js';
import { checkAccounts, checkUntouchedAccounts, checkTrialBalance } from './check-accounts.js';
import { checkTransactions } from './check-transactions.js';
import { FindingList, type CheckName, type Finding } from './finding-list.js';
import { genesisStart, type FoldStart, LogFold, type LogPosition } from './log-fold.js';
import { PriorState } from './prior-state.js';
import { logSince, replay, wholeLog } from './replay.js';
import { inSnapshot } from './snapshot.js';
import { TransactionSteps } from './transaction-steps.js';
import { trustedStart } from './trusted-start.js';

export interface VerifyOptions {
  /** Heads kept from earlier runs or signed as checkpoints; each has to be part of the log. */
  readonly expectedHeads?: readonly ExpectedHead[];
  /** A trusted checkpoint to begin behind: what is before it is taken as it is, where it still fits it. */
  readonly since?: Checkpoint | undefined;
  /** Lines and rows of the entry table that may wait for each other before the server is asked to sort. */
  readonly maxUnmatched?: number;
  /** Called after each page of the log with the position reached and that of the head row. */
  readonly onProgress?: (position: number, total: number) => void;
}

export interface VerifyResult {
  readonly ok: boolean;
  /** Where the checkpoint stands behind which it began; 0 for the whole log. */
  readonly checkedAfter: number;
  /** The last event of the log; to be kept as the expected head of the next run. */
  readonly checkedTo: LogPosition;
  /** Whether there were read tables to compare with. */
  readonly withTables: boolean;
  readonly counts: VerifyCounts;
  /** The differences with the lowest positions, in order. */
  readonly findings: readonly Finding[];
  /** How many there are besides. */
  readonly findingsOmitted: number;
  /** What could not be compared to its end, since events are missing from the log or cannot be folded. */
  readonly notCompared: readonly CheckName[];
}

/** What was looked at: of a part of the log, its events and what they changed. */
export interface VerifyCounts {
  readonly events: number;
  readonly entries: number;
  readonly accounts: number;
  readonly transactions: number;
}

/**
 * Proves the ledger, or says where it is not sound: every hash and position of the log, each event against the
 * state before it, the head row, the trial balance, and every row of the read tables against the replay. All in
 * one read-only snapshot, so writers may go on. With `since`, all that for what came after a checkpoint. `sql` must
 * be a connection of its own; reading errors are thrown.
 */
export function verifyLedger(sql: AuditSql, options: VerifyOptions = {}): Promise<VerifyResult> {
  return inSnapshot(sql, async () => {
    try {
      return await verifySnapshot(sql, options, false);
    } catch (error) {
      if (error instanceof RowsOutOfOrderError) return verifySnapshot(sql, options, true);
      throw error;
    }
  });
}

async function verifySnapshot(
  sql: AuditSql,
  options: VerifyOptions,
  isSorted: boolean,
): Promise<VerifyResult> {
  const { since, maxUnmatched } = options;
  const findings = new FindingList();
  const trusted = since === undefined ? null : await trustedStart(sql, since);
  findings.add(...(trusted?.findings ?? []));
  if (!findings.isEmpty) return abortedResult(findings);
  const steps = new TransactionSteps();
  const entries = await EntryChecker.open(sql, {
    isSorted,
    after: since?.position ?? null,
    maxUnmatched: maxUnmatched,
  });
  try {
    return await runChecks(sql, options, { start: trusted?.start, findings, steps, entries });
  } finally {
    steps.close();
    await entries.close();
  }
}

interface VerifyContext {
  /** Undefined for the whole log. */
  readonly start: FoldStart | undefined;
  readonly findings: FindingList;
  readonly steps: TransactionSteps;
  readonly entries: EntryChecker;
}

async function runChecks(
  sql: AuditSql,
  { expectedHeads = [], onProgress }: VerifyOptions,
  { start, findings, steps, entries }: VerifyContext,
): Promise<VerifyResult> {
  const after = start?.after.position ?? null;
  const fold = await createFold(sql, steps, expectedHeads, start);
  const log =
    start === undefined
      ? wholeLog(sql)
      : new PriorState(sql, start.after.position, fold, steps).hydrate(logSince(sql, start.after));
  const head = await readHeadRow(sql, postgresEventLog);
  const total = head?.position ?? 0;
  await foldAndCompare(log, fold, entries, findings, (position) => onProgress?.(position, total));
  findings.add(...checkHead(head, fold.lastApplied));
  for (const expected of expectedHeads) findings.add(...(await checkExpectedHead(sql, expected, fold)));
  findings.add(...(await checkProjection(sql, fold.lastApplied)));
  // Of a part of the log not all accounts are known; that its events are balanced was seen one by one.
  if (after === null) findings.add(...checkTrialBalance(fold));
  const hasHole = fold.brokenAt !== null;
  // Something speaks of events after the last one: the read tables may be right and the log cut off.
  const isCut = findings.lastPosition > fold.lastApplied.position;
  const compared = { isCompared: !hasHole && !isCut, after };
  const { isFolded, rows: transactions } = await checkTransactions(sql, steps, compared, findings);
  const isWhole = compared.isCompared && isFolded;
  const accounts = isWhole ? await checkAccounts(sql, fold, findings, { isPart: after !== null }) : 0;
  if (isWhole && after !== null) await checkUntouchedAccounts(sql, fold, findings);
  return {
    ok: findings.isEmpty,
    checkedAfter: after ?? 0,
    checkedTo: fold.lastApplied,
    withTables: true,
    counts: { events: fold.eventCount, entries: entries.rowCount, accounts, transactions },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: isWhole ? [] : [...(hasHole ? (['entries'] as const) : []), 'accounts', 'transactions'],
  };
}

/** The fold at its start, with the roots of those trees that end before it. */
async function createFold(
  sql: AuditSql,
  steps: TransactionSteps,
  expectedHeads: readonly ExpectedHead[],
  start: FoldStart | undefined,
): Promise<LogFold> {
  const rootsAt = expectedHeads.filter(({ root }) => root !== undefined).map(({ position }) => position);
  const fold = new LogFold(steps, new Set(rootsAt), start);
  for (const position of rootsAt.filter((at) => at <= fold.lastApplied.position)) {
    fold.roots.set(position, await rangeRootOf(sql)(0, position));
  }
  return fold;
}

/** The log is no longer the one that the checkpoint speaks of, so nothing can rest on it. */
function abortedResult(findings: FindingList): VerifyResult {
  return {
    ok: false,
    checkedAfter: 0,
    checkedTo: genesisStart().after,
    withTables: true,
    counts: { events: 0, entries: 0, accounts: 0, transactions: 0 },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: ['entries', 'accounts', 'transactions'],
  };
}

/** Folds the log and compares the entry lines on the way. */
async function foldAndCompare(
  log: AsyncIterable<ChainCheckedEvent[]>,
  fold: LogFold,
  entries: EntryChecker,
  findings: FindingList,
  onProgress: (position: number) => void,
): Promise<void> {
  // From a hole on the replay is not what the writer had; what is before it still has to be right.
  const lastSound = (): number => (fold.brokenAt ?? Infinity) - 1;
  for await (const page of replay(log, fold, onProgress)) {
    findings.add(...page.findings);
    const upTo = lastSound();
    const lines = upTo === Infinity ? page.entries : page.entries.filter(({ position }) => position <= upTo);
    findings.add(...(await entries.compare(lines)));
  }
  findings.add(...(await entries.finish(lastSound())));
}
