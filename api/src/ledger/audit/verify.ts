import type { Sql } from '../../platform/database/sql.js';
import type { EventLog } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { EntryCheck } from './check-entries.js';
import { checkExpectedHead, checkHead, checkProjection, keptHead, type ExpectedHead } from './check-head.js';
import { checkAccounts, checkTransactions, checkTrialBalance } from './check-tables.js';
import { FindingList, type CheckName, type Finding } from './findings.js';
import { LogFold, type LogPlace } from './log-fold.js';
import { replay } from './replay.js';
import { inSnapshot } from './snapshot.js';

export interface VerifyOptions {
  /** Heads kept from earlier runs or signed as checkpoints; each has to be part of the log. */
  readonly expectedHeads?: readonly ExpectedHead[];
  readonly log?: EventLog;
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
export function verifyLedger(sql: Sql, options: VerifyOptions = {}): Promise<VerifyResult> {
  return inSnapshot(sql, () => verifySnapshot(sql, options));
}

async function verifySnapshot(sql: Sql, options: VerifyOptions): Promise<VerifyResult> {
  const { log = postgresEventLog, expectedHeads = [] } = options;
  const findings = new FindingList();
  const withRoot = expectedHeads.filter(({ root }) => root !== undefined);
  const fold = new LogFold(new Set(withRoot.map(({ position }) => position)));
  const head = await keptHead(sql, log);
  const total = head?.position ?? 0;
  const entries = await foldAndCompare(sql, fold, findings, total, { ...options, log });
  findings.add(...checkHead(head, fold.place));
  for (const expected of expectedHeads) findings.add(...(await checkExpectedHead(sql, expected, fold)));
  findings.add(...(await checkProjection(sql, fold.place)));
  findings.add(...checkTrialBalance(fold));
  const hasHole = fold.brokenAt !== null;
  // Something speaks of events after the last one: the read tables may be right and the log cut off.
  const isCut = findings.lastPosition > fold.place.position;
  const isWhole = !hasHole && !isCut;
  const accounts = isWhole ? await checkAccounts(sql, fold, findings) : 0;
  const transactions = isWhole ? await checkTransactions(sql, fold, findings) : 0;
  return {
    ok: findings.isEmpty,
    checkedTo: fold.place,
    withTables: true,
    counts: { events: fold.eventCount, entries, accounts, transactions },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: isWhole ? [] : [...(hasHole ? (['entries'] as const) : []), 'accounts', 'transactions'],
  };
}

/** Folds the whole log and compares the entry lines on the way. Returns how many of these were compared. */
async function foldAndCompare(
  sql: Sql,
  fold: LogFold,
  findings: FindingList,
  total: number,
  { log, onProgress }: VerifyOptions & { readonly log: EventLog },
): Promise<number> {
  const entries = new EntryCheck(sql);
  const report = onProgress && ((position: number) => onProgress(position, total));
  let lastCompared = -Infinity;
  for await (const page of replay(sql, fold, { log, ...(report && { onProgress: report }) })) {
    findings.add(...page.findings);
    // From a hole on the replay is not what the writer had; what is before it still has to be right.
    const to = Math.min(page.lastPosition, (fold.brokenAt ?? Infinity) - 1);
    if (to <= lastCompared) continue;
    const lines = page.changes.lines.filter((line) => line.position <= to);
    findings.add(...(await entries.compare(lines, to)));
    lastCompared = to;
  }
  if (fold.brokenAt === null) findings.add(...(await entries.compare([], Infinity)));
  return entries.rowCount;
}
