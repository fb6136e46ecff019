import { postgresEventLog } from '../log/postgres-event-log.js';
import type { AuditSql } from './audit-connection.js';
import { EntryCheck, RowsOutOfOrderError } from './check-entries.js';
import { checkExpectedHead, checkHead, checkProjection, keptHead, type ExpectedHead } from './check-head.js';
import { checkAccounts, checkTrialBalance } from './check-tables.js';
import { checkTransactions } from './check-transactions.js';
import { FindingList, type CheckName, type Finding } from './findings.js';
import { LogFold, type LogPlace } from './log-fold.js';
import { replay, wholeLog } from './replay.js';
import { inSnapshot } from './snapshot.js';
import { TransactionSteps } from './transaction-steps.js';

export interface VerifyOptions {
  /** Heads kept from earlier runs or signed as checkpoints; each has to be part of the log. */
  readonly expectedHeads?: readonly ExpectedHead[];
  /** Lines and rows of the entry table that may wait for each other before the server is asked to sort. */
  readonly maxWaiting?: number;
  /** Called after each page of the log with the position reached and that of the head row. */
  readonly onProgress?: (position: number, total: number) => void;
}

export interface VerifyResult {
  readonly ok: boolean;
  /** The last event of the log; to be kept as the expected head of the next run. */
  readonly checkedTo: LogPlace;
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

export interface VerifyCounts {
  readonly events: number;
  readonly entries: number;
  readonly accounts: number;
  readonly transactions: number;
}

/**
 * Proves the ledger, or says where it is not sound: every hash and position of the log, each event against the
 * state before it, the head row, the trial balance, and every row of the read tables against the replay. All in
 * one read-only snapshot, so writers may go on. `sql` must be a connection of its own; reading errors are thrown.
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
  sortEntries: boolean,
): Promise<VerifyResult> {
  const steps = new TransactionSteps();
  const entries = await EntryCheck.open(sql, sortEntries, options.maxWaiting);
  try {
    return await verifyWith(sql, options, steps, entries);
  } finally {
    steps.close();
    await entries.close();
  }
}

async function verifyWith(
  sql: AuditSql,
  { expectedHeads = [], onProgress }: VerifyOptions,
  steps: TransactionSteps,
  entries: EntryCheck,
): Promise<VerifyResult> {
  const findings = new FindingList();
  const withRoot = expectedHeads.filter(({ root }) => root !== undefined);
  const fold = new LogFold(steps, new Set(withRoot.map(({ position }) => position)));
  const head = await keptHead(sql, postgresEventLog);
  const total = head?.position ?? 0;
  await foldAndCompare(sql, fold, entries, findings, (position) => onProgress?.(position, total));
  findings.add(...checkHead(head, fold.place));
  for (const expected of expectedHeads) findings.add(...(await checkExpectedHead(sql, expected, fold)));
  findings.add(...(await checkProjection(sql, fold.place)));
  findings.add(...checkTrialBalance(fold));
  const hasHole = fold.brokenAt !== null;
  // Something speaks of events after the last one: the read tables may be right and the log cut off.
  const isCut = findings.lastPosition > fold.place.position;
  const { isFolded, rows: transactions } = await checkTransactions(sql, steps, !hasHole && !isCut, findings);
  const isWhole = !hasHole && !isCut && isFolded;
  const accounts = isWhole ? await checkAccounts(sql, fold, findings) : 0;
  return {
    ok: findings.isEmpty,
    checkedTo: fold.place,
    withTables: true,
    counts: { events: fold.eventCount, entries: entries.rowCount, accounts, transactions },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: isWhole ? [] : [...(hasHole ? (['entries'] as const) : []), 'accounts', 'transactions'],
  };
}

/** Folds the whole log and compares the entry lines on the way. */
async function foldAndCompare(
  sql: AuditSql,
  fold: LogFold,
  entries: EntryCheck,
  findings: FindingList,
  onProgress: (position: number) => void,
): Promise<void> {
  // From a hole on the replay is not what the writer had; what is before it still has to be right.
  const lastSound = (): number => (fold.brokenAt ?? Infinity) - 1;
  for await (const page of replay(wholeLog(sql), fold, onProgress)) {
    findings.add(...page.findings);
    const upTo = lastSound();
    const lines = upTo === Infinity ? page.lines : page.lines.filter(({ position }) => position <= upTo);
    findings.add(...(await entries.compare(lines)));
  }
  findings.add(...(await entries.finish(lastSound())));
}
