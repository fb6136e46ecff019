import {
  selectAccesses,
  type AccessDetails,
  type AccessEntry,
  type AccessSelection,
} from '../access/access-log.js';
import { inSnapshot } from '../../platform/database/snapshot.js';
import type { KurrentSettings } from '../../platform/config/kurrent-settings.js';
import { withAuditConnection, type AuditSql } from '../log/audit-connection.js';
import { postgresAuditedLog, type AuditedLog } from '../log/audited-log.js';
import { formatEventLine } from '../log/event-lines.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { UnusableLogError } from '../log/check-remote-log.js';
import { assertLogIsElsewhere, assertLogIsHere } from '../log/log-fence.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { RemoteLogUnavailableError } from '../log/remote-log.port.js';
import type { ReadEvents } from '../log/read-events.js';
import { withRemoteAuditLog, type RemoteAuditLog } from '../log/remote-audit-log.js';
import { LogCopy } from '../projections/log-copy.js';
import { rebuildEventIndex, type RebuiltIndex } from '../projections/rebuild-event-index.js';
import { rebuildReadTables, type RebuildResult } from '../projections/rebuild-read-tables.js';
import { rebuildSubtrees } from '../projections/rebuild-subtrees.js';
import { READ_TABLES } from '../projections/shadow-tables.js';
import type { CheckpointResult } from '../proof/check-checkpoint.js';
import type {
  Checkpoint,
  CheckpointNote,
  CheckpointSigner,
  Resumption,
  SignedPast,
} from '../proof/checkpoints.js';
import { writeCompactProof } from '../proof/compact-proof.js';
import { compareCheckpoints, type CheckpointDifference } from '../proof/compare-checkpoints.js';
import { proveEvent, writeEventProof } from '../proof/event-proof.js';
import { readTrustedWriters } from '../signing/writer-key-files.js';
import { WriterKeyError, type TrustedWriters } from '../signing/writer-keys.js';
import { accountHistory, type AccountHistory, type HistoryOptions } from '../queries/account-history.js';
import { balancesAt, replayedBalances, type AccountBalance } from '../queries/balances.js';
import { loadEventDetail, type EventDetail } from '../queries/load-event-detail.js';
import { resolvePosition, type PointInTime } from '../log/resolve-position.js';
import { selectEvents } from '../queries/select-events.js';
import type { LoggedKey } from '../verify/approval-signature-checker.js';
import { reportApprovalKeys } from '../verify/report-approval-keys.js';
import { ApprovalKeyError, formatApprovalKey, parseApprovalKeys } from '../signing/approval-keys.js';
import { type ApprovalsOptions, type ApprovalsReport, reportApprovals } from '../verify/report-approvals.js';
import { toBalanceSheet, type BalanceSheet } from '../reports/balance-sheet.js';
import { reconcile, reconcileTotals, type BankRow, type ReconcileItem } from '../reports/reconciliation.js';
import type { ReconcileOptions, ReconcileTotals } from '../reports/reconciliation.js';
import { movementsAround } from '../reports/settlement-movements.js';
import { trialBalanceAt, trialBalanceLines, type TrialBalanceLine } from '../reports/trial-balance.js';
import { checkCheckpoints } from '../verify/check-checkpoints.js';
import type { ExpectedHead } from '../verify/check-head.js';
import { toFindingJson, type Finding, type FindingJson } from '../verify/finding-list.js';
import type { LogPosition } from '../log/event-log.port.js';
import { BrokenLogError, foldTo } from '../verify/replay.js';
import { verifyFile } from '../verify/verify-file.js';
import { verifyLedger, type VerifyOptions } from '../verify/verify-ledger.js';
import type { VerifyResult } from '../verify/verify-result.js';

export { copyLedger, ENGINES, type Engine, type LedgerCopy } from './copy-ledger.js';
export {
  ApprovalKeyError,
  BrokenLogError,
  formatApprovalKey,
  formatEventLine,
  parseApprovalKeys,
  readTrustedWriters,
  RemoteLogUnavailableError,
  toFindingJson,
  verifyFile,
  WriterKeyError,
};
export type {
  AccessDetails,
  AccessEntry,
  AccountBalance,
  AccountHistory,
  ApprovalsReport,
  BalanceSheet,
  LoggedKey,
  TrialBalanceLine,
};
export type {
  BankRow,
  CheckpointDifference,
  CheckpointResult,
  EventDetail,
  ExpectedHead,
  Finding,
  FindingJson,
};
export type { LogPosition, PointInTime, RecordedEvent, ReconcileItem, ReconcileTotals };
export type { TrustedWriters, VerifyOptions, VerifyResult };

/** The projections that `rebuild` can repair. `log-copy` exists only if the log is outside PostgreSQL. */
export const PROJECTIONS = [...READ_TABLES, 'event-index', 'merkle-subtrees', 'log-copy'] as const;
export type Projection = (typeof PROJECTIONS)[number];

type OnProgress = (position: number, total: number) => void;

/** The bank's books at a position. */
export interface Books {
  readonly at: LogPosition;
  readonly trialBalance: readonly TrialBalanceLine[];
  readonly balanceSheet: BalanceSheet;
}

/** Selects an export's events by account, by type, and from one point in time up to and including another. */
export interface ExportSelection {
  /** If this is a position, the event there is included. If this is a time, only events after the time are included. */
  readonly from?: PointInTime | undefined;
  readonly to?: PointInTime | undefined;
  readonly accountId?: string | undefined;
  readonly type?: string | undefined;
}

/** A page of an export. The log has been read up to position `reached`; the export ends at position `last`. */
export interface ExportPage {
  readonly events: readonly RecordedEvent[];
  readonly reached: number;
  readonly last: number;
}

/** Events at the end of the log. Unless `isAtEnd`, more follow immediately. */
export interface TailPage {
  readonly events: readonly RecordedEvent[];
  readonly isAtEnd: boolean;
}

/** The balances at the end of a replay, with the number of events and transactions that led to them. */
export interface ReplayResult {
  readonly to: LogPosition;
  readonly events: number;
  readonly transactions: number;
  readonly balances: readonly AccountBalance[];
}

/** Rows that a rebuild repaired. Null for projections that were not rebuilt. */
export interface Rebuilt {
  readonly tables: RebuildResult | null;
  readonly index: RebuiltIndex | null;
  readonly subtrees: number | null;
}

const TAIL_PAGE_SIZE = 1_000;

export interface AuditOptions {
  /** Reads and hashes the log in a worker thread while this thread applies the events. */
  readonly inThread?: boolean;
  /** Where the log is; null or unset if the database holds it. */
  readonly kurrent?: KurrentSettings | null;
}

/** Runs `work` with an audit of the ledger at `url`, on a dedicated connection. */
export function withLedgerAudit<Result>(
  url: string,
  work: (audit: LedgerAudit) => Promise<Result>,
  { inThread = false, kurrent = null }: AuditOptions = {},
): Promise<Result> {
  const withDatabase = (remote: RemoteAuditLog | null): Promise<Result> =>
    withAuditConnection(url, (sql) => work(new LedgerAudit(sql, remote)), { inThread });
  return kurrent === null ? withDatabase(null) : withRemoteAuditLog(kurrent, inThread, withDatabase);
}

/**
 * The operations for auditors. Each method except `tail` and `rebuild` reads one snapshot, so its results are
 * consistent while writers continue. Only `rebuild` writes.
 *
 * If the log is outside PostgreSQL (`remote`), `verify`, `replay`, `rebuild`, `exportEvents`, checkpoints and proofs
 * read it there. Everything else reads the tables, which `verify` compares with the log.
 */
export class LedgerAudit {
  private readonly log: AuditedLog;

  constructor(
    private readonly sql: AuditSql,
    private readonly remote: RemoteAuditLog | null = null,
  ) {
    this.log = remote ?? postgresAuditedLog(sql);
  }

  /**
   * Checks that the log is where the settings say, because checking an old copy proves nothing about the log.
   *
   * @throws UnusableLogError the log is elsewhere
   */
  assertLogLocation(): Promise<void> {
    return this.remote === null ? assertLogIsHere(this.sql) : assertLogIsElsewhere(this.sql);
  }

  /** Verifies the log and the read tables (AUD-3), or everything after a checkpoint (AUD-6). */
  verify(options: VerifyOptions): Promise<VerifyResult> {
    return verifyLedger(this.sql, options, this.remote);
  }

  /**
   * Folds the log up to a point in time (AUD-7), without the read tables.
   *
   * @throws BrokenLogError an event breaks the hash chain or a rule
   */
  replay(to: PointInTime | undefined, onProgress: OnProgress): Promise<ReplayResult> {
    return this.inSnapshot(async (sql) => {
      const { position } = await this.resolveInLog(sql, to);
      const fold = await foldTo(this.log, position, (reached) => onProgress(reached, position));
      const { state, lastRead, eventCount: events, transactionCount: transactions } = fold;
      return { to: lastRead, events, transactions, balances: replayedBalances(state) };
    });
  }

  /**
   * Recreates one or all projections from the log and repairs the rows that differ (AUD-17, AUD-33). Needs the owner's
   * role. If the log is outside PostgreSQL, its copy is always repaired first, because the other projections are
   * compared with it.
   *
   * @throws BrokenLogError the log is broken; no read table was changed
   * @throws ForeignEventError the log outside PostgreSQL has someone else's events; nothing was changed
   * @throws RebuildRunningError another rebuild is running
   * @throws UnusableLogError there is no copy of the log, because the log is in PostgreSQL
   */
  async rebuild(projection: Projection | undefined, onProgress: OnProgress): Promise<Rebuilt> {
    const { sql, remote } = this;
    const isSelected = (one: Projection): boolean => projection === undefined || projection === one;
    if (projection === 'log-copy' && remote === null)
      throw new UnusableLogError("There's no copy of the log to rebuild: the log is in PostgreSQL.");
    const only = READ_TABLES.filter(isSelected);
    const copy = remote === null ? null : new LogCopy(remote);
    const options = { only, onProgress, copy };
    const hasTables = copy !== null || only.length > 0;
    // If the log is in PostgreSQL, the subtrees are an independent record of the log. If the log is elsewhere, the
    // subtrees are derived from it. Only then does a rebuild of everything include them.
    const hasSubtrees = projection === 'merkle-subtrees' || (projection === undefined && remote !== null);
    return {
      tables: hasTables ? await rebuildReadTables(sql, options).catch(sayNothingRebuilt) : null,
      index: isSelected('event-index') ? await rebuildEventIndex(sql, onProgress) : null,
      subtrees: hasSubtrees ? await rebuildSubtrees(sql) : null,
    };
  }

  /** Returns the balances of all accounts at a point in time, or of one account, which need not exist (AUD-8). */
  balances(
    pointInTime: PointInTime | undefined,
    accountId: string | undefined,
  ): Promise<{ readonly at: LogPosition; readonly balances: readonly AccountBalance[] }> {
    return this.inSnapshot(async (sql) => {
      const at = await resolvePosition(sql, pointInTime);
      return { at, balances: await balancesAt(sql, at.position, accountId) };
    });
  }

  /**
   * Returns the trial balance and the balance sheet at a point in time (AUD-14, AUD-15). The database computes the
   * sums, so memory doesn't depend on the number of accounts.
   */
  books(pointInTime: PointInTime | undefined): Promise<Books> {
    return this.inSnapshot(async (sql) => {
      const at = await resolvePosition(sql, pointInTime);
      const balance = await trialBalanceAt(sql, at.position);
      return { at, trialBalance: trialBalanceLines(balance), balanceSheet: toBalanceSheet(balance) };
    });
  }

  /**
   * Compares the settlement account with the rows of the settlement bank's statement (AUD-16).
   *
   * @throws TooManyMovementsError the period has too many movements
   */
  reconcile(
    rows: readonly BankRow[],
    options: ReconcileOptions,
    timeZone: string,
  ): Promise<{ readonly items: readonly ReconcileItem[]; readonly totals: ReconcileTotals }> {
    return this.inSnapshot(async (sql) => {
      const items = reconcile(await movementsAround(sql, options, timeZone), rows, options);
      return { items, totals: reconcileTotals(items) };
    });
  }

  /** Returns the events of an account (AUD-9). */
  accountHistory(accountId: string, options: HistoryOptions): Promise<AccountHistory> {
    return this.inSnapshot((sql) => accountHistory(sql, accountId, options));
  }

  /** Lists the changes covered by the approval policy, with who proposed and who approved each (APR-9). */
  approvals(options: ApprovalsOptions): Promise<ApprovalsReport> {
    return this.inSnapshot(async (sql) => {
      const { position } = await postgresEventLog.head(sql);
      return reportApprovals(sql, position, options);
    });
  }

  /** Returns the passkeys that can sign approvals (APR-34). */
  approvalKeys(): Promise<readonly LoggedKey[]> {
    return this.inSnapshot(async (sql) => {
      const { position } = await postgresEventLog.head(sql);
      return reportApprovalKeys(sql, position);
    });
  }

  /** Returns the newest entries of the access log (LOG-8). */
  accesses(selection: AccessSelection, limit: number): Promise<readonly AccessEntry[]> {
    return selectAccesses(this.sql, selection, limit);
  }

  /** Returns the event at a position with its neighbors and entries, or null if the log has no such position. */
  event(position: number): Promise<EventDetail | null> {
    return this.inSnapshot((sql) => loadEventDetail(sql, position));
  }

  /** Passes the selected events to `consume` page by page, in log order (AUD-10). */
  exportEvents(
    { from, to, ...selection }: ExportSelection,
    consume: (pages: AsyncIterable<ExportPage>) => Promise<void>,
  ): Promise<void> {
    return this.inSnapshot((sql) => consume(this.exportPages(sql, from, to, selection)));
  }

  /** Yields the newest `lines` events, then every event appended later, endlessly. */
  async *tail(lines: number): AsyncGenerator<TailPage> {
    const { position } = await postgresEventLog.head(this.sql);
    let after = Math.max(0, position - lines);
    while (true) {
      const events = await postgresEventLog.read(this.sql, after, TAIL_PAGE_SIZE);
      after = events.at(-1)?.position ?? after;
      yield { events, isAtEnd: events.length < TAIL_PAGE_SIZE };
    }
  }

  /**
   * Signs a checkpoint of the current ledger (AUD-11). Returns null if the ledger is empty.
   *
   * @throws ContradictionError the log contradicts what was signed before
   * @throws TablesBehindError the tables lack what was signed before
   * @throws UnbalancedLedgerError the accounts do not sum to zero
   * @throws LogMismatchError the log does not have the tables' last event
   */
  takeCheckpoint(signer: CheckpointSigner, now: Date, past: SignedPast): Promise<CheckpointNote | null> {
    return this.inSnapshot((sql) => signer.takeCheckpoint(sql, this.remote, now, past));
  }

  /**
   * Signs a statement that the log is correct up to a position, so that the worker takes checkpoints again (LED-22).
   * Returns null if the log has a different hash, or none, at that position.
   *
   * @throws RangeError the name or the reason is empty or too long, or has several lines
   */
  resumeCheckpoints(
    signer: CheckpointSigner,
    accepted: ExpectedHead,
    statement: Pick<Resumption, 'resumedAt' | 'by' | 'reason'>,
  ): Promise<string | null> {
    return this.inSnapshot(async (sql) => {
      const hash = await this.log.hashAt(accepted.position);
      return hash?.equals(accepted.hash) === true ? signer.resume(sql, accepted, statement) : null;
    });
  }

  /** Compares checkpoints with the current log. Returns the results in the same order. */
  checkCheckpoints(checkpoints: readonly Checkpoint[]): Promise<readonly CheckpointResult[]> {
    return this.inSnapshot((sql) => checkCheckpoints(sql, this.log, checkpoints));
  }

  /**
   * Checks, using a consistency proof, whether the log of `later` continues the log of `earlier`. Counts the events
   * between the two checkpoints (AUD-13).
   */
  compareCheckpoints(earlier: Checkpoint, later: Checkpoint): Promise<CheckpointDifference> {
    return this.inSnapshot((sql) => compareCheckpoints(sql, earlier, later));
  }

  /**
   * Writes the proof that an event is part of a signed checkpoint (AUD-12).
   *
   * @throws ProofError the event is missing, too large, or newer than the checkpoint
   */
  proveEvent(position: number, signed: CheckpointNote, format: 'json' | 'compact'): Promise<string | Buffer> {
    return this.inSnapshot(async (sql) => {
      const proof = await proveEvent(sql, this.readEvents(sql), position, signed);
      return format === 'json' ? writeEventProof(proof) : writeCompactProof(proof);
    });
  }

  private async *exportPages(
    sql: AuditSql,
    from: PointInTime | undefined,
    to: PointInTime | undefined,
    selection: Omit<ExportSelection, 'from' | 'to'>,
  ): AsyncGenerator<ExportPage> {
    const first = await this.firstPosition(sql, from);
    const { position: last } = await this.resolveInLog(sql, to);
    const found = selectEvents(this.readEvents(sql), { ...selection, from: first, to: last });
    for await (const page of found) yield { ...page, last };
  }

  /** Returns the given position, or the first one after the given time. */
  private async firstPosition(sql: AuditSql, from: PointInTime | undefined): Promise<number> {
    if (from === undefined) return 1;
    return from.kind === 'position'
      ? Math.max(1, from.position)
      : (await this.resolveInLog(sql, from)).position + 1;
  }

  private resolveInLog(sql: AuditSql, pointInTime: PointInTime | undefined): Promise<LogPosition> {
    return this.remote === null ? resolvePosition(sql, pointInTime) : this.remote.resolve(pointInTime);
  }

  private readEvents(sql: AuditSql): ReadEvents {
    const { remote } = this;
    return (after, limit) =>
      remote === null ? postgresEventLog.read(sql, after, limit) : remote.read(after, limit);
  }

  private inSnapshot<Result>(work: (sql: AuditSql) => Promise<Result>): Promise<Result> {
    return inSnapshot(this.sql, () => work(this.sql));
  }
}

function sayNothingRebuilt(error: unknown): never {
  throw error instanceof BrokenLogError ? new BrokenLogError(error.finding, 'Nothing was rebuilt.') : error;
}
