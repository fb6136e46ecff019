import { isSystemAccount } from '../domain/accounts.js';
import { applyToAccounts, versionBefore, type AccountEntry } from '../domain/apply.js';
import { stepOf, type TransactionStep } from '../domain/transaction-step.js';
import type { SequencedEvent } from '../domain/events.js';
import type { AccountsState } from '../domain/state.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import type { CheckName, Finding } from './finding-list.js';
import { parseEvent } from './parse-event.js';
import { findViolation } from './find-violation.js';

/** A place in the log: a position with its hash and its time; before the first event, position 0. */
export interface LogPosition {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

/** Where a fold begins: the last event before, and the tree over all events up to it. */
export interface FoldStart {
  readonly after: LogPosition;
  readonly tree: MerkleAccumulator;
}

/** Before the first event. */
export function genesisStart(): FoldStart {
  const place = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
  return { after: place, tree: new MerkleAccumulator() };
}

/** Who takes what events do to transactions. */
export interface StepSink {
  /** Returns what is wrong with a step by itself, or null. */
  add(step: TransactionStep): string | null;
  /** Told of each account that an event concerns. */
  touch?(accountId: string): void;
}

/**
 * The log taken event by event: each is checked against the one before it (position, hash, time), parsed, and
 * folded as the writer does it. Accounts are kept; what happens to transactions is handed on, since they are as many
 * as the events (docs/adr/0006-replay-in-constant-memory.md). After a difference it goes on, so that one change does
 * not hide another: a wrong hash is taken as given for the next link, and a stream with an event that cannot be folded
 * is left where it stands.
 */
export class LogFold {
  readonly state: AccountsState = { accounts: new Map(), streamVersions: new Map() };
  /** How many transactions were created. */
  transactionCount = 0;
  /** For each of the bank's own accounts the last event that concerned it: they have no stream to look into. */
  readonly systemAccountPositions = new Map<string, number>();
  /** Roots of the Merkle tree at those positions that were asked for. */
  readonly roots = new Map<number, Buffer>();
  private readonly tree: MerkleAccumulator;
  private readonly brokenStreams = new Set<string>();
  private reached: LogPosition;
  private events = 0;
  private broken: number | null = null;

  constructor(
    private readonly steps: StepSink,
    private readonly rootsAt: ReadonlySet<number> = new Set(),
    { after, tree }: FoldStart = genesisStart(),
  ) {
    this.reached = after;
    this.tree = tree;
  }

  /** The last event taken. */
  get lastApplied(): LogPosition {
    const { position, hash, recordedAt } = this.reached;
    return { position, hash: Buffer.from(hash), recordedAt };
  }

  get eventCount(): number {
    return this.events;
  }

  /** The first position that is missing or could not be folded; from there on the state is not the log's. */
  get brokenAt(): number | null {
    return this.broken;
  }

  /** Takes the next event; adds its account lines to `lines` and what is wrong with it to `findings`. */
  apply(event: ChainCheckedEvent, lines: AccountEntry[], findings: Finding[]): void {
    this.checkContinuity(event, findings);
    this.reached = event;
    this.events += 1;
    if (this.rootsAt.size > 0) this.appendToTree(event);
    const problem = this.brokenStreams.has(event.stream) ? null : this.fold(event, lines);
    if (problem !== null) {
      findings.push({ position: event.position, ...problem });
      this.brokenStreams.add(event.stream);
      this.broken ??= event.position;
    }
  }

  private appendToTree({ position, hash }: ChainCheckedEvent): void {
    this.tree.add(hash);
    if (this.rootsAt.has(position)) this.roots.set(position, this.tree.root());
  }

  private checkContinuity(event: ChainCheckedEvent, findings: Finding[]): void {
    const { position, recordedAt } = this.reached;
    const isNext = event.position === position + 1;
    if (!isNext) {
      const first = Math.min(position + 1, event.position);
      findings.push({ check: 'positions', position: first, what: describeGap(position, event.position) });
      this.broken ??= first;
    } else if (!event.isChained) {
      // After a gap there is nothing to chain to: only the gap is told.
      const what = 'its hash is not the one over its fields and the hash before it: one of them was changed';
      findings.push({ check: 'chain', position: event.position, what });
    }
    if (event.recordedAt < recordedAt) {
      findings.push({
        check: 'time',
        position: event.position,
        what: 'it is older than the event before it',
      });
    }
  }

  private fold(
    recorded: ChainCheckedEvent,
    lines: AccountEntry[],
  ): { readonly check: CheckName; readonly what: string } | null {
    let event: SequencedEvent;
    try {
      event = parseEvent(recorded);
    } catch (error) {
      return { check: 'payload', what: messageOf(error) };
    }
    const before = versionBefore(this.state, event);
    if (event.version !== before + 1) {
      return { check: 'streams', what: `it is version ${event.version} of its stream, after ${before}` };
    }
    const breach = findViolation(this.state, event);
    if (breach !== null) return { check: 'rules', what: breach };
    const step = stepOf(event);
    const problem = step === null ? null : this.steps.add(step);
    if (problem !== null) return { check: 'rules', what: problem };
    try {
      const added = applyToAccounts(this.state, event);
      this.recordTouched(event, step, added);
      for (const line of added) lines.push(line);
    } catch (error) {
      return { check: 'fold', what: messageOf(error) };
    }
    return null;
  }

  private recordTouched(
    { payload, position }: SequencedEvent,
    step: TransactionStep | null,
    added: AccountEntry[],
  ): void {
    if (step?.step === 'created') this.transactionCount += 1;
    const customerId = 'accountId' in payload ? payload.accountId : null;
    if (customerId !== null) this.steps.touch?.(customerId);
    for (const { accountId } of added) {
      if (accountId === customerId) continue;
      this.steps.touch?.(accountId);
      if (isSystemAccount(accountId)) this.systemAccountPositions.set(accountId, position);
    }
  }
}

function describeGap(last: number, next: number): string {
  if (next === last + 2) return 'the event is missing';
  return next > last ? `the events up to ${next - 1} are missing` : 'positions start at 1';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
