import { errorMessage } from '../../platform/logs/error-message.js';
import { isSystemAccount } from '../domain/accounts.js';
import { applyToAccounts, versionBefore, type AccountEntry } from '../domain/apply.js';
import { stepOf, type TransactionStep } from '../domain/transaction-step.js';
import type { SequencedEvent } from '../domain/events.js';
import { changedAccountId } from '../domain/freezes.js';
import type { AccountsState } from '../domain/state.js';
import type { LogPosition } from '../log/event-log.port.js';
import { LOG_START } from '../log/hash-chain.js';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import { EMPTY_BALANCE, type TrialBalance } from '../reports/trial-balance.js';
import { checkContinuity } from './check-continuity.js';
import type { Finding } from './finding-list.js';
import { parseEvent } from '../log/parse-event.js';
import { findViolation } from './find-violation.js';
import { RunningBalance } from './running-balance.js';

/** Where a fold starts: after which event, with the Merkle tree and trial balance up to that event. */
export interface FoldStart {
  readonly after: LogPosition;
  readonly tree: MerkleAccumulator;
  readonly balance: TrialBalance;
}

/** The starting point for folding the whole log. */
export function genesisStart(): FoldStart {
  return { after: LOG_START, tree: new MerkleAccumulator(), balance: EMPTY_BALANCE };
}

/** What a checkpoint should state besides the hash, according to the log. */
export interface CheckpointStatement {
  readonly root: Buffer;
  /** Null if an event up to the position is missing or could not be applied. */
  readonly balance: TrialBalance | null;
}

/** Receives the transaction steps of events. */
export interface StepSink {
  /** Adds a step. Returns what is wrong with this step, without regard to other steps, or null. */
  add(step: TransactionStep): string | null;
  /** Called for each account that an event concerns. */
  touch?(accountId: string): void;
}

/**
 * Folds the log event by event. Each event is checked against the previous one (position, hash, time), parsed and
 * applied as the writer applies it. Accounts are kept in memory; there are too many transactions for that, so their
 * steps are passed to a sink (docs/adr/0006). The fold continues after a finding, so that one change does not hide
 * another. If an event's hash is wrong, the next event is still checked against the hash that is stored. Once an event
 * can't be applied, later events of its stream are not applied either.
 */
export class LogFold {
  readonly state: AccountsState = { accounts: new Map(), streamVersions: new Map() };
  /** Number of created transactions. */
  transactionCount = 0;
  /** Position of each system account's last event. Kept here, because system accounts have no stream. */
  readonly systemAccountPositions = new Map<string, number>();
  /** What checkpoints at the requested positions should state. */
  readonly statements = new Map<number, CheckpointStatement>();
  private readonly balance: RunningBalance;
  private readonly tree: MerkleAccumulator;
  private readonly brokenStreams = new Set<string>();
  /** The event that the next one must follow. */
  private reached: LogPosition;
  /** The event with the highest position so far. It differs from `reached` if the events are out of order. */
  private last: LogPosition;
  private events = 0;
  private broken: number | null = null;

  constructor(
    private readonly steps: StepSink,
    private readonly statementsAt: ReadonlySet<number> = new Set(),
    { after, tree, balance }: FoldStart = genesisStart(),
  ) {
    this.reached = after;
    this.last = after;
    this.tree = tree;
    this.balance = new RunningBalance(balance);
  }

  /** The highest position that was read, even if its event could not be applied. */
  get lastRead(): LogPosition {
    const { position, hash, recordedAt } = this.last;
    return { position, hash: Buffer.from(hash), recordedAt };
  }

  get eventCount(): number {
    return this.events;
  }

  /** The first position that is missing or could not be applied, or null. From there on, the state is incomplete. */
  get brokenAt(): number | null {
    return this.broken;
  }

  /** Applies the next event. Appends its account entries to `entries` and its problems to `findings`. */
  apply(event: ChainCheckedEvent, entries: AccountEntry[], findings: Finding[]): void {
    if (event.foreign !== undefined) {
      this.skipForeign(event.position, event.foreign, findings);
      return;
    }
    const missing = checkContinuity(this.reached, event, findings);
    this.broken ??= missing;
    this.moveTo(event);
    this.events += 1;
    const problem = this.brokenStreams.has(event.stream) ? null : this.fold(event, entries);
    if (problem !== null) {
      findings.push({ position: event.position, ...problem });
      this.brokenStreams.add(event.stream);
      this.broken ??= event.position;
    }
    if (this.statementsAt.size > 0) this.keepStatement(event);
  }

  /**
   * Skips a foreign event, one that the bank did not append. The bank's next event is then checked against the bank's
   * last event before the foreign one.
   */
  private skipForeign(position: number, message: string, findings: Finding[]): void {
    findings.push({ check: 'stream', position, message });
    this.broken ??= position;
    this.moveTo({ ...this.reached, position });
  }

  private moveTo(event: LogPosition): void {
    this.reached = event;
    if (event.position > this.last.position) this.last = event;
  }

  private keepStatement({ position, hash }: ChainCheckedEvent): void {
    this.tree.add(hash);
    if (!this.statementsAt.has(position)) return;
    const balance = this.broken === null ? this.balance.current : null;
    this.statements.set(position, { root: this.tree.root(), balance });
  }

  private fold(recorded: ChainCheckedEvent, entries: AccountEntry[]): Omit<Finding, 'position'> | null {
    let event: SequencedEvent;
    try {
      event = parseEvent(recorded);
    } catch (error) {
      return { check: 'payload', message: errorMessage(error) };
    }
    const before = versionBefore(this.state, event);
    if (event.version !== before + 1) {
      const message =
        before === 0
          ? `the first event of the stream is version ${event.version}`
          : `version ${event.version} of the stream directly follows version ${before}`;
      return { check: 'streams', message };
    }
    const violation = findViolation(this.state, event);
    if (violation !== null) return { check: 'rules', message: violation };
    const step = stepOf(event);
    const problem = step === null ? null : this.steps.add(step);
    if (problem !== null) return { check: 'rules', message: problem };
    try {
      const added = applyToAccounts(this.state, event);
      this.recordTouched(event, step, added);
      for (const entry of added) entries.push(entry);
    } catch (error) {
      return { check: 'fold', message: errorMessage(error) };
    }
    return null;
  }

  private recordTouched(event: SequencedEvent, step: TransactionStep | null, added: AccountEntry[]): void {
    const { type, position } = event;
    if (step?.step === 'created') this.transactionCount += 1;
    if (type === 'AccountOpened') this.balance.addAccount();
    this.balance.addEntries(added);
    const customerId = changedAccountId(event);
    if (customerId !== null && this.state.accounts.has(customerId)) this.steps.touch?.(customerId);
    for (const { accountId } of added) {
      if (accountId === customerId) continue;
      this.steps.touch?.(accountId);
      if (isSystemAccount(accountId)) this.systemAccountPositions.set(accountId, position);
    }
  }
}
