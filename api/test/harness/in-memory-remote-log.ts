import { setTimeout as delay } from 'node:timers/promises';
import { HeadMovedError, LogFencedError, type Head } from '../../src/ledger/log/event-log.port.js';
import { GENESIS_HASH } from '../../src/ledger/log/hash-chain.js';
import { RemoteLogUnavailableError, type RemoteEvent } from '../../src/ledger/log/remote-log.port.js';
import type { StreamInspection } from '../../src/ledger/log/check-remote-log.js';
import type { ScannableLog, ScannedEvent } from '../../src/ledger/log/scannable-log.js';

/**
 * Faults to inject into an append. `refused` throws `HeadMovedError`, as if the leader had an event that was never
 * replicated. The other faults throw `RemoteLogUnavailableError`.
 */
export const APPEND_FAULTS = ['request lost', 'reply lost', 'late', 'refused'] as const;
export type AppendFault = (typeof APPEND_FAULTS)[number];

/**
 * An in-memory log that behaves like a server's stream: a call takes effect after some time, its caller gets the reply
 * later, and the request or the reply can be lost. `connect` returns a client. Each process needs its own client.
 */
export class InMemoryRemoteLog {
  /** The committed events. */
  readonly events: RemoteEvent[] = [];
  /**
   * Faults to inject into the next appends, one for each; null means none. `late` appends take effect in
   * `deliverLate`.
   */
  readonly faults: (AppendFault | null)[] = [];
  /**
   * Positions of foreign events, each with the reason why the event is foreign. Foreign events replace the bank's
   * events or follow them.
   */
  readonly foreign = new Map<number, string>();
  /** Settings that let a server remove events. */
  readonly limits: string[] = [];
  /** Events up to this position have been removed. */
  removedTo = 0;
  /** Whether the log was closed after its last event. */
  isFenced = false;
  /** One-way latency in milliseconds, from a call to its effect and from its effect to its reply. */
  latencyMs = 0;
  /** Number of appends that have taken effect, not counting repetitions. */
  appends = 0;
  /** Number of repeated appends, which were confirmed without storing their events again. */
  repeated = 0;
  /** Number of appends that were refused because the log ended at a different position. */
  refused = 0;
  /** Number of appends that `hold` is keeping from taking effect. */
  held = 0;
  private isDown = false;
  private isEndingAfterNext = false;
  private gate: Promise<void> = Promise.resolve();
  private late: { readonly expected: Head; readonly events: readonly RemoteEvent[] }[] = [];

  /** From now until `comeBack`, calls fail and have no effect. */
  goDown(): void {
    this.isDown = true;
  }

  /** Like `goDown`, but after the next append. */
  goDownAfterNext(): void {
    this.isEndingAfterNext = true;
  }

  comeBack(): void {
    this.isEndingAfterNext = false;
    this.isDown = false;
  }

  /** Makes appends wait before they take effect. Returns a function that lets them go on. */
  hold(): () => void {
    let release = (): void => undefined;
    this.gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** Delivers the `late` appends. Returns how many of them took effect. */
  deliverLate(): number {
    return this.late.splice(0).filter(({ expected, events }) => this.commit(expected, events) === 'appended')
      .length;
  }

  connect(): ScannableLog {
    return new Client(this);
  }

  head(): Head {
    return this.events.at(-1) ?? { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };
  }

  /** Returns all stored events, the bank's and foreign ones, in order. */
  stored(): ScannedEvent[] {
    const own = this.events.filter(({ position }) => !this.foreign.has(position)).map(copyOf);
    const foreign = Array.from(this.foreign, ([position, reason]) => ({ position, foreign: reason }));
    return [...own, ...foreign]
      .filter(({ position }) => position > this.removedTo)
      .sort((one, other) => one.position - other.position);
  }

  assertUp(): void {
    if (this.isDown) throw new RemoteLogUnavailableError();
  }

  async pass(): Promise<void> {
    this.held += 1;
    await this.gate;
    this.held -= 1;
  }

  /** Receives an append and injects the next fault. */
  receive(expected: Head, events: readonly RemoteEvent[]): void {
    this.assertUp();
    this.isDown = this.isEndingAfterNext;
    const fault = this.faults.shift() ?? null;
    if (fault === 'late') this.late.push({ expected, events });
    if (fault === 'late' || fault === 'request lost') throw new RemoteLogUnavailableError();
    if (fault === 'refused') throw new HeadMovedError();
    const result = this.commit(expected, events);
    if (fault === 'reply lost') throw new RemoteLogUnavailableError();
    if (result === 'fenced') throw new LogFencedError();
    if (result === 'refused') throw new HeadMovedError();
  }

  /** Closes the log after its last event, which must be `expected`. */
  fence(expected: Head): void {
    this.assertUp();
    if (!this.head().hash.equals(expected.hash)) throw new HeadMovedError();
    this.isFenced = true;
  }

  /**
   * Appends the events if the log ends at the position of `expected`. The hash of `expected` isn't compared, because a
   * server compares revisions and knows nothing about our hashes. A repeated append is recognized by the hashes of its
   * events; a server would recognize it by their ids.
   */
  private commit(
    expected: Head,
    events: readonly RemoteEvent[],
  ): 'appended' | 'repeated' | 'refused' | 'fenced' {
    if (expected.position === this.events.length) {
      if (this.isFenced) return 'fenced';
      this.events.push(...events.map(copyOf));
      this.appends += 1;
      return 'appended';
    }
    const isThere = events.every(
      (event) => this.events[event.position - 1]?.hash.equals(event.hash) === true,
    );
    if (isThere) this.repeated += 1;
    else this.refused += 1;
    return isThere ? 'repeated' : 'refused';
  }
}

class Client implements ScannableLog {
  readonly name = 'in-memory';
  private isClosed = false;

  constructor(private readonly log: InMemoryRemoteLog) {}

  async append(expected: Head, events: readonly RemoteEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.travel();
    await this.log.pass();
    this.log.receive(expected, events);
    await this.travel();
  }

  fence(expected: Head): Promise<void> {
    return this.call(() => this.log.fence(expected));
  }

  head(): Promise<Head> {
    return this.call(() => this.log.head());
  }

  read(afterPosition: number, limit: number): Promise<RemoteEvent[]> {
    return this.call(() => this.log.events.slice(afterPosition, afterPosition + limit).map(copyOf));
  }

  scan(afterPosition: number, limit: number): Promise<ScannedEvent[]> {
    const isAfter = ({ position }: ScannedEvent): boolean => position > afterPosition;
    return this.call(() => this.log.stored().filter(isAfter).slice(0, limit));
  }

  lastPosition(): Promise<number> {
    return this.call(() => this.log.stored().at(-1)?.position ?? 0);
  }

  inspect(): Promise<StreamInspection> {
    return this.call(() => ({ limits: this.log.limits, denied: [], isFenced: this.log.isFenced }));
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  private async call<Result>(work: () => Result): Promise<Result> {
    await this.travel();
    this.log.assertUp();
    const result = work();
    await this.travel();
    return result;
  }

  private async travel(): Promise<void> {
    if (this.isClosed) throw new Error('the log is closed');
    if (this.log.latencyMs > 0) await delay(this.log.latencyMs);
  }
}

/** A server stores bytes, so later changes to the caller's objects must not affect stored events. */
function copyOf(event: RemoteEvent): RemoteEvent {
  return { ...event, idempotency: event.idempotency === null ? null : { ...event.idempotency } };
}
