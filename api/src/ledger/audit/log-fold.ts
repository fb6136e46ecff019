import { streamVersion } from '../domain/evolve.js';
import type { PlacedEvent } from '../domain/events.js';
import { emptyState, type LedgerState } from '../domain/state.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { eventHash, GENESIS_HASH } from '../log/hash-chain.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import { project, type ReadChanges } from '../projections/read-tables.js';
import type { CheckName, Finding } from './findings.js';
import { parseEvent } from './parse-event.js';
import { breachOf } from './rules.js';

/** A place in the log: a position with its hash and its time; before the first event, position 0. */
export interface LogPlace {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

const START: LogPlace = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };

/**
 * The log taken event by event: each is checked against the one before it (position, hash, time), parsed, and
 * folded with the projection of the writer. After a difference it goes on, so that one change does not hide
 * another: a wrong hash is taken as given for the next link, and a stream with an event that cannot be folded
 * is left where it stands.
 */
export class LogFold {
  readonly state: LedgerState = emptyState();
  /** For each account the last event that concerned it. */
  readonly accountPositions = new Map<string, number>();
  /** Roots of the Merkle tree at those positions that were asked for. */
  readonly roots = new Map<number, Buffer>();
  private readonly tree = new MerkleAccumulator();
  private readonly brokenStreams = new Set<string>();
  private reached: LogPlace = START;
  private events = 0;
  private broken: number | null = null;

  constructor(private readonly rootsAt: ReadonlySet<number> = new Set()) {}

  /** The last event taken. */
  get place(): LogPlace {
    return this.reached;
  }

  get eventCount(): number {
    return this.events;
  }

  /** The first position that is missing or could not be folded; from there on the state is not the log's. */
  get brokenAt(): number | null {
    return this.broken;
  }

  /** Takes the next event; adds what it changed to `changes` and returns what is wrong with it. */
  take(event: RecordedEvent, changes: ReadChanges): Finding[] {
    const findings = this.checkPlace(event);
    const { position, hash, recordedAt } = event;
    this.reached = { position, hash, recordedAt };
    this.events += 1;
    if (this.rootsAt.size > 0) this.growTree(event);
    const problem = this.brokenStreams.has(event.stream) ? null : this.fold(event, changes);
    if (problem !== null) {
      findings.push({ position, ...problem });
      this.brokenStreams.add(event.stream);
      this.broken ??= position;
    }
    return findings;
  }

  private growTree({ position, hash }: RecordedEvent): void {
    this.tree.add(hash);
    if (this.rootsAt.has(position)) this.roots.set(position, this.tree.root());
  }

  private checkPlace(event: RecordedEvent): Finding[] {
    const findings: Finding[] = [];
    const { position, hash, recordedAt } = this.reached;
    const isNext = event.position === position + 1;
    if (!isNext) {
      const first = Math.min(position + 1, event.position);
      findings.push({ check: 'positions', position: first, what: gapBetween(position, event.position) });
      this.broken ??= first;
    } else if (!eventHash(hash, event).equals(event.hash)) {
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
    return findings;
  }

  private fold(
    recorded: RecordedEvent,
    changes: ReadChanges,
  ): { readonly check: CheckName; readonly what: string } | null {
    let event: PlacedEvent;
    try {
      event = parseEvent(recorded);
    } catch (error) {
      return { check: 'payload', what: messageOf(error) };
    }
    const before = streamVersion(this.state, event.stream);
    if (event.version !== before + 1) {
      return { check: 'streams', what: `it is version ${event.version} of its stream, after ${before}` };
    }
    const breach = breachOf(this.state, event);
    if (breach !== null) return { check: 'rules', what: breach };
    const undo = remember(this.state, event);
    const firstLine = changes.lines.length;
    try {
      project(this.state, event, changes);
    } catch (error) {
      undo();
      return { check: 'fold', what: messageOf(error) };
    }
    if ('accountId' in event.payload) this.accountPositions.set(event.payload.accountId, event.position);
    for (let index = firstLine; index < changes.lines.length; index += 1) {
      const line = changes.lines[index];
      if (line !== undefined) this.accountPositions.set(line.accountId, line.position);
    }
    return null;
  }
}

function gapBetween(last: number, next: number): string {
  if (next === last + 2) return 'the event is missing';
  return next > last ? `the events up to ${next - 1} are missing` : 'positions start at 1';
}

/** `evolve` may stop halfway through an event that breaks an invariant; this takes it back. */
function remember(state: LedgerState, { payload }: PlacedEvent): () => void {
  const accountIds = 'accountId' in payload ? [payload.accountId] : [];
  if ('entries' in payload) accountIds.push(...payload.entries.map((entry) => entry.accountId));
  const accounts = accountIds.map((id) => [id, state.accounts.get(id)] as const);
  const transactionId = 'transactionId' in payload ? payload.transactionId : null;
  const transaction = transactionId === null ? undefined : state.transactions.get(transactionId);
  return () => {
    for (const [id, account] of accounts) restore(state.accounts, id, account);
    if (transactionId !== null) restore(state.transactions, transactionId, transaction);
  };
}

function restore<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
