import { postgresAuditedLog, type AuditedLog } from '../log/audited-log.js';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { readFencedHead } from '../log/log-fence.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { rangeRootOf } from '../proof/merkle-tree-store.js';
import { trialBalanceAt } from '../reports/trial-balance.js';
import type { TrustedWriters } from '../signing/writer-keys.js';
import type { AuditSql } from '../log/audit-connection.js';
import type { RemoteAuditLog } from '../log/remote-audit-log.js';
import { EntryChecker, RowsOutOfOrderError } from './entry-checker.js';
import {
  checkExpectedHeads,
  checkHead,
  checkProjection,
  compareExpectedHead,
  type ExpectedHead,
} from './check-head.js';
import { checkAccessLog, type ExpectedAccessHead } from './check-access-log.js';
import { checkApprovals } from './check-approvals.js';
import { checkAhead } from './check-ahead.js';
import { checkAccounts, checkUntouchedAccounts, checkTrialBalance } from './check-accounts.js';
import { checkDecisions } from './check-decisions.js';
import { FREEZES } from './check-freezes.js';
import { checkEventIndex } from './check-event-index.js';
import { checkIdentity } from './check-identity.js';
import { checkHashedKeys } from './check-hashed-keys.js';
import { checkPending } from './check-pending.js';
import { PROPOSALS } from './check-proposals.js';
import { RECORDED_KEYS } from './check-recorded-keys.js';
import { checkRecords } from './check-records.js';
import { checkSchema } from './check-schema.js';
import { checkSignatures } from './check-signatures.js';
import { checkRemoteTail, checkStreamSettings } from './check-stream.js';
import { SUPPORT_TEXTS } from './check-support-texts.js';
import { TRANSFER_PLANS } from './check-transfer-plans.js';
import { checkTexts, type TextScope } from './check-texts.js';
import { checkTransactions } from './check-transactions.js';
import { compareRows, MAX_READ } from './compare-rows.js';
import { CopyChecker } from './copy-checker.js';
import { FindingList, type Finding } from './finding-list.js';
import { type FoldStart, LogFold } from './log-fold.js';
import { PriorState } from './prior-state.js';
import { readLogAfter, replay, type ReplayPage } from './replay.js';
import { inSnapshot } from '../../platform/database/snapshot.js';
import { TimeLimits } from './time-limits.js';
import { TransactionSteps } from './transaction-steps.js';
import { trustedStart } from './trusted-start.js';
import { incomplete, verifyResult, type VerifyResult } from './verify-result.js';

export type { VerifyResult };

export interface VerifyOptions {
  /** Heads or checkpoints kept from earlier runs. The log must contain each of them. */
  readonly expectedHeads?: readonly ExpectedHead[];
  /** Signed access-log heads. The access log must contain each of them. */
  readonly accessHeads?: readonly ExpectedAccessHead[] | undefined;
  /** Verifies only what follows this trusted checkpoint. If the log no longer matches it, nothing else is verified. */
  readonly since?: Checkpoint | undefined;
  /** The writers' keys, kept outside the database. Without them, batch signatures aren't checked. */
  readonly writers?: TrustedWriters | null | undefined;
  /**
   * The passkeys whose approval signatures the auditor trusts (APR-33). Without them, all passkeys in the log are
   * trusted.
   */
  readonly approvalKeys?: ReadonlySet<string> | null | undefined;
  /**
   * Leaves out texts, decided rows and identity checks, for example for a copy of the database without personal data.
   */
  readonly isWithoutTexts?: boolean | undefined;
  /** This machine's time: no event may be later. */
  readonly now?: Date;
  /**
   * Maximum number of entries and rows waiting for their counterparts. If there are more, verification starts over with
   * rows sorted by the server.
   */
  readonly maxUnmatched?: number;
  /** Called after each page of the log with the position reached and the head row's position. */
  readonly onProgress?: (position: number, total: number) => void;
}

/**
 * Verifies the ledger: every hash and position of the log, the head row and the trial balance (AUD-3, AUD-5). Checks
 * each event against the state before it, and every row of the read tables against the replay. Also checks signatures,
 * approvals, the tables that depend on events, the access log and the schema. It reads one snapshot, so writers can
 * continue. With `since`, it verifies only what follows a checkpoint (AUD-6). `sql` must be a dedicated connection.
 * Differences are returned as findings; read errors are thrown. `remote` is a log outside PostgreSQL. It is replayed
 * up to the snapshot's head and compared with its copy in the snapshot (AUD-31).
 */
export function verifyLedger(
  sql: AuditSql,
  options: VerifyOptions = {},
  remote: RemoteAuditLog | null = null,
): Promise<VerifyResult> {
  return inSnapshot(sql, async () => {
    try {
      return await verifySnapshot(sql, remote, options, false);
    } catch (error) {
      if (error instanceof RowsOutOfOrderError) return verifySnapshot(sql, remote, options, true);
      throw error;
    }
  });
}

async function verifySnapshot(
  sql: AuditSql,
  remote: RemoteAuditLog | null,
  options: VerifyOptions,
  isSorted: boolean,
): Promise<VerifyResult> {
  const { since, maxUnmatched } = options;
  const findings = new FindingList();
  const log = remote ?? postgresAuditedLog(sql);
  const trusted = since === undefined ? null : await trustedStart(sql, log, since);
  findings.add(...(trusted?.findings ?? []));
  // The log does not match the checkpoint, so verification does not begin.
  if (!findings.isEmpty) return verifyResult(findings, { notCompared: incomplete({ hasGap: true }) });
  const steps = new TransactionSteps();
  const after = since?.position ?? null;
  const entries = await EntryChecker.open(sql, { isSorted, after, maxUnmatched });
  const copy = remote === null ? null : new CopyChecker(readLogAfter(sql, trusted?.start.after));
  const context = { log, remote, copy, start: trusted?.start, findings, steps, entries };
  try {
    return await runChecks(sql, options, context);
  } finally {
    steps.close();
    await entries.close();
    await copy?.close();
  }
}

interface VerifyContext {
  readonly log: AuditedLog;
  /** The log if it is outside PostgreSQL, otherwise null. */
  readonly remote: RemoteAuditLog | null;
  /** Compares `remote` with PostgreSQL's copy of the log; null without a remote log. */
  readonly copy: CopyChecker | null;
  /** Undefined for the whole log. */
  readonly start: FoldStart | undefined;
  readonly findings: FindingList;
  readonly steps: TransactionSteps;
  readonly entries: EntryChecker;
}

async function runChecks(
  sql: AuditSql,
  options: VerifyOptions,
  context: VerifyContext,
): Promise<VerifyResult> {
  const { start, findings, steps, entries, remote } = context;
  const after = start?.after.position ?? null;
  const { writers = null, approvalKeys: listedKeys = null, isWithoutTexts = false } = options;
  const fold = await checkLog(sql, options, context);
  const scope = { end: fold.lastRead.position, after: after ?? 0 };
  const signed = writers && (await checkSignatures(sql, { writers, ...scope }, findings));
  findings.add(...(await checkAhead(sql, fold.lastRead.position)));
  findings.add(...(await checkProjection(sql, fold.lastRead)));
  // A partial replay does not contain all accounts, so they need not sum to zero. The balance of each event has
  // already been checked.
  if (after === null) findings.add(...checkTrialBalance(fold));
  const hasGap = fold.brokenAt !== null;
  // A finding past the last event means that the log may be truncated. The read tables may then be right although they
  // differ from the log, so their rows are not compared.
  const isTruncated = findings.lastPosition > fold.lastRead.position;
  const compared = { isCompared: !hasGap && !isTruncated, after };
  const { isFolded, rows: transactions } = await checkTransactions(sql, steps, compared, findings);
  const isComplete = compared.isCompared && isFolded;
  const accounts = isComplete ? await checkAccounts(sql, fold, findings, { isPart: after !== null }) : 0;
  if (isComplete && after !== null) await checkUntouchedAccounts(sql, fold, findings);
  const guarded = { upTo: fold.lastRead.position, listedKeys };
  const signedApprovals = hasGap ? null : await checkApprovals(sql, guarded, findings);
  if (isComplete) await checkCopies(sql, remote, scope, findings);
  const isWithRows = isComplete && !isWithoutTexts;
  const rows = { after: after ?? 0, mayBeLost: remote !== null };
  const unproven = isWithRows ? await checkRowsBesideLog(sql, rows, findings) : [];
  const identity = isWithRows ? await checkIdentity(sql, { mayLag: remote !== null }, findings) : null;
  if (isComplete) {
    await compareRows(sql, PROPOSALS, [MAX_READ], findings);
    await checkRecords(sql, { expectedHeads: options.expectedHeads ?? [] }, findings);
  }
  const unprojected = remote === null ? 0 : await checkUnprojected(remote, fold, findings);
  const { now = new Date(), accessHeads = [] } = options;
  const accessLog = await checkAccessLog(sql, { now, expectedHeads: accessHeads }, findings);
  const schema = await checkSchema(sql, findings);
  return verifyResult(findings, {
    checkedAfter: after ?? 0,
    checkedTo: fold.lastRead,
    signed,
    signedApprovals,
    counts: { events: fold.eventCount, entries: entries.rowCount, accounts, transactions },
    accessLog,
    identity,
    warnings: [...(await checkPending(sql)), ...unproven, ...schema],
    unprojected,
    notCompared: incomplete({ hasGap, isComplete, isWithRows }),
  });
}

/** Checks the tables that are derived from the events, and the tables that point to events. */
async function checkCopies(
  sql: AuditSql,
  remote: RemoteAuditLog | null,
  scope: { readonly after: number; readonly end: number },
  findings: FindingList,
): Promise<void> {
  await checkEventIndex(sql, scope, findings);
  await compareRows(sql, RECORDED_KEYS, [scope.after, MAX_READ], findings);
  if (remote !== null) await checkHashedKeys(sql, remote, scope, findings);
}

/** Compares rows that are not derived from the log, such as texts, with their events. Returns warnings. */
async function checkRowsBesideLog(
  sql: AuditSql,
  scope: TextScope,
  findings: FindingList,
): Promise<Finding[]> {
  const lost = await checkTexts(sql, scope, findings);
  await compareRows(sql, FREEZES, [scope.after], findings);
  const warnings = await checkDecisions(sql, findings);
  await compareRows(sql, SUPPORT_TEXTS, [], findings);
  await compareRows(sql, TRANSFER_PLANS, [], findings);
  return [...lost, ...warnings];
}

/** Folds the log and compares it with the head row, the log's copy, the entries and the expected heads. */
async function checkLog(
  sql: AuditSql,
  { expectedHeads = [], now = new Date(), onProgress }: VerifyOptions,
  { log, remote, copy, start, findings, steps, entries }: VerifyContext,
): Promise<LogFold> {
  if (remote !== null) findings.add(...(await checkStreamSettings(remote)));
  const fold = await createFold(sql, steps, expectedHeads, start);
  const head = await readFencedHead(sql);
  // A remote log may be ahead of the tables, so it is read only up to their head.
  const upTo = remote === null ? Infinity : (head?.position ?? (await remote.lastPosition()));
  const limits = new TimeLimits(now, expectedHeads);
  const events = limits.checked(readLogAfter(log, start?.after, upTo), (finding) => findings.add(finding));
  const hydrated =
    start === undefined ? events : new PriorState(sql, start.after.position, fold, steps).hydrate(events);
  const total = head?.position ?? 0;
  const compared = copy === null ? hydrated : compareCopy(hydrated, copy, findings);
  const pages = replay(compared, fold, (position) => onProgress?.(position, total));
  await compareEntries(pages, fold, entries, findings);
  findings.add(...checkHead(head, fold.lastRead));
  const check = (expected: ExpectedHead) => checkExpectedHead(log, remote, expected, fold);
  findings.add(...(await checkExpectedHeads(expectedHeads, start?.after.position ?? 0, check)));
  return fold;
}

/** Compares the log with an expected head. Only this check detects a truncated log whose tables were made to match. */
async function checkExpectedHead(
  log: AuditedLog,
  remote: RemoteAuditLog | null,
  expected: ExpectedHead,
  fold: LogFold,
): Promise<Finding[]> {
  const { position, hash, takenAt } = expected;
  const found = await log.hashAt(position);
  if (remote === null || position <= fold.lastRead.position)
    return compareExpectedHead(expected, found, fold);
  // The expected event may be in the log but not projected yet. Then only its hash is known.
  const lastRead = { ...fold.lastRead, position: await remote.lastPosition() };
  return compareExpectedHead({ position, hash, takenAt }, found, { lastRead, statements: fold.statements });
}

/** Yields the log's events unchanged after comparing them with their copies. */
async function* compareCopy(
  log: AsyncIterable<ChainCheckedEvent[]>,
  copy: CopyChecker,
  findings: FindingList,
): AsyncGenerator<ChainCheckedEvent[]> {
  for await (const events of log) {
    findings.add(...(await copy.compare(events)));
    yield events;
  }
  findings.add(...(await copy.finish()));
}

/** Returns the number of events that the tables do not have yet. */
async function checkUnprojected(
  remote: RemoteAuditLog,
  fold: LogFold,
  findings: FindingList,
): Promise<number> {
  const tail = await checkRemoteTail(remote, fold.lastRead);
  findings.add(...tail.findings);
  return tail.events;
}

/** Creates the fold. Roots and trial balances at positions up to its start are computed from the tables. */
async function createFold(
  sql: AuditSql,
  steps: TransactionSteps,
  expectedHeads: readonly ExpectedHead[],
  start: FoldStart | undefined,
): Promise<LogFold> {
  const checkpointsAt = expectedHeads
    .filter(({ root }) => root !== undefined)
    .map(({ position }) => position);
  const fold = new LogFold(steps, new Set(checkpointsAt), start);
  for (const position of checkpointsAt.filter((at) => at <= fold.lastRead.position)) {
    const [root, balance] = [await rangeRootOf(sql)(0, position), await trialBalanceAt(sql, position)];
    fold.statements.set(position, { root, balance });
  }
  return fold;
}

/** Compares account entries with the table while the replay advances `fold`. */
async function compareEntries(
  pages: AsyncIterable<ReplayPage>,
  fold: LogFold,
  entries: EntryChecker,
  findings: FindingList,
): Promise<void> {
  // After a gap, the replay no longer has the writer's state. Entries before the gap must still match.
  const lastSound = (): number => (fold.brokenAt ?? Infinity) - 1;
  for await (const page of pages) {
    findings.add(...page.findings);
    const upTo = lastSound();
    const sound = upTo === Infinity ? page.entries : page.entries.filter(({ position }) => position <= upTo);
    findings.add(...(await entries.compare(sound)));
  }
  findings.add(...(await entries.finish(lastSound())));
}
