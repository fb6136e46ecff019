import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { rangeRootOf } from '../proof/merkle-tree-store.js';
import type { TrustedWriters } from '../proof/writer-keys.js';
import type { AuditSql } from '../log/audit-connection.js';
import { EntryChecker, RowsOutOfOrderError } from './entry-checker.js';
import {
  checkExpectedHead,
  checkHead,
  checkProjection,
  readHeadRow,
  type ExpectedHead,
} from './check-head.js';
import { checkAccounts, checkUntouchedAccounts, checkTrialBalance } from './check-accounts.js';
import { checkPending } from './check-pending.js';
import { checkSignatures, type SignedRange } from './check-signatures.js';
import { checkTransactions } from './check-transactions.js';
import { FindingList, type CheckName, type Finding } from './finding-list.js';
import type { LogPosition } from '../log/event-log.port.js';
import { genesisStart, type FoldStart, LogFold } from './log-fold.js';
import { PriorState } from './prior-state.js';
import { logSince, replay, wholeLog } from './replay.js';
import { inSnapshot } from '../../platform/database/snapshot.js';
import { TransactionSteps } from './transaction-steps.js';
import { trustedStart } from './trusted-start.js';

export interface VerifyOptions {
  /** Heads kept from earlier runs, or checkpoints. Each has to be part of the log. */
  readonly expectedHeads?: readonly ExpectedHead[];
  /** Verifies only what follows this trusted checkpoint, if the log still matches it. */
  readonly since?: Checkpoint | undefined;
  /** The keys of the writers, kept outside the database. Without them, nobody knows who wrote the log. */
  readonly writers?: TrustedWriters | null | undefined;
  /** Maximum number of entries and rows without a counterpart, before the server has to sort the rows. */
  readonly maxUnmatched?: number;
  /** Called after each page of the log with the reached position and the position of the head row. */
  readonly onProgress?: (position: number, total: number) => void;
}

export interface VerifyResult {
  readonly ok: boolean;
  /** The position of the checkpoint after which verification began; 0 for the whole log. */
  readonly checkedAfter: number;
  /** The last event of the log. Keep it as the expected head of the next run. */
  readonly checkedTo: LogPosition;
  /** The part of the log that trusted writers must have signed; null if no key was given. */
  readonly signed: SignedRange | null;
  /** Whether there were read tables to compare with. */
  readonly withTables: boolean;
  readonly counts: VerifyCounts;
  /** The findings with the lowest positions, in order. */
  readonly findings: readonly Finding[];
  /** Number of further findings. */
  readonly findingsOmitted: number;
  /** The checks that could not be completed because events are missing or cannot be applied. */
  readonly notCompared: readonly CheckName[];
}

/** Number of verified items. For part of the log, its events and the rows that they changed. */
export interface VerifyCounts {
  readonly events: number;
  readonly entries: number;
  readonly accounts: number;
  readonly transactions: number;
}

/**
 * Verifies the ledger: every hash and position of the log, each event against the state before it, the head row, the
 * trial balance, and every row of the read tables against the replay (AUD-3, AUD-5). It reads one snapshot, so writers
 * can continue. With `since`, it verifies only what follows a checkpoint (AUD-6). `sql` must be a dedicated connection.
 * Differences are returned as findings; read errors are thrown.
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
  { expectedHeads = [], writers = null, onProgress }: VerifyOptions,
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
  findings.add(...checkHead(head, fold.lastRead));
  for (const expected of expectedHeads) findings.add(...(await checkExpectedHead(sql, expected, fold)));
  const scope = { end: fold.lastRead.position, after: after ?? 0 };
  const signed = writers && (await checkSignatures(sql, { writers, ...scope }, findings));
  findings.add(...(await checkProjection(sql, fold.lastRead)));
  findings.add(...(await checkPending(sql)));
  // A replay of part of the log does not contain all accounts. Each of its events was already checked to be balanced.
  if (after === null) findings.add(...checkTrialBalance(fold));
  const hasGap = fold.brokenAt !== null;
  // A finding beyond the last event means that the log may be truncated and the read tables may be right.
  const isTruncated = findings.lastPosition > fold.lastRead.position;
  const compared = { isCompared: !hasGap && !isTruncated, after };
  const { isFolded, rows: transactions } = await checkTransactions(sql, steps, compared, findings);
  const isComplete = compared.isCompared && isFolded;
  const accounts = isComplete ? await checkAccounts(sql, fold, findings, { isPart: after !== null }) : 0;
  if (isComplete && after !== null) await checkUntouchedAccounts(sql, fold, findings);
  return {
    ok: findings.isEmpty,
    checkedAfter: after ?? 0,
    checkedTo: fold.lastRead,
    signed,
    withTables: true,
    counts: { events: fold.eventCount, entries: entries.rowCount, accounts, transactions },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: isComplete ? [] : [...(hasGap ? (['entries'] as const) : []), 'accounts', 'transactions'],
  };
}

/** Creates the fold. Roots at positions before its start are computed from the tables. */
async function createFold(
  sql: AuditSql,
  steps: TransactionSteps,
  expectedHeads: readonly ExpectedHead[],
  start: FoldStart | undefined,
): Promise<LogFold> {
  const rootsAt = expectedHeads.filter(({ root }) => root !== undefined).map(({ position }) => position);
  const fold = new LogFold(steps, new Set(rootsAt), start);
  for (const position of rootsAt.filter((at) => at <= fold.lastRead.position)) {
    fold.roots.set(position, await rangeRootOf(sql)(0, position));
  }
  return fold;
}

/** The result if the log does not match the checkpoint: verification does not begin. */
function abortedResult(findings: FindingList): VerifyResult {
  return {
    ok: false,
    checkedAfter: 0,
    checkedTo: genesisStart().after,
    signed: null,
    withTables: true,
    counts: { events: 0, entries: 0, accounts: 0, transactions: 0 },
    findings: findings.list,
    findingsOmitted: findings.omitted,
    notCompared: ['entries', 'accounts', 'transactions'],
  };
}

/** Folds the log and compares its account entries with the table. */
async function foldAndCompare(
  log: AsyncIterable<ChainCheckedEvent[]>,
  fold: LogFold,
  entries: EntryChecker,
  findings: FindingList,
  onProgress: (position: number) => void,
): Promise<void> {
  // From a gap on, the replay no longer has the writer's state. Entries before it still have to match.
  const lastSound = (): number => (fold.brokenAt ?? Infinity) - 1;
  for await (const page of replay(log, fold, onProgress)) {
    findings.add(...page.findings);
    const upTo = lastSound();
    const sound = upTo === Infinity ? page.entries : page.entries.filter(({ position }) => position <= upTo);
    findings.add(...(await entries.compare(sound)));
  }
  findings.add(...(await entries.finish(lastSound())));
}
