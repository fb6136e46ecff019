import { setTimeout as delay } from 'node:timers/promises';
import {
  BACKWARDS,
  END,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type KurrentDBClient,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import { AppendQueue } from './append-queue.js';
import type { StreamInspection } from './check-remote-log.js';
import { HeadMovedError, LogFencedError, type Head } from './event-log.port.js';
import { GENESIS_HASH } from './hash-chain.js';
import { sendAppend } from './kurrent-append.js';
import { isPermanent, KurrentConnection } from './kurrent-connection.js';
import {
  encodeEvent,
  encodeFence,
  ForeignEventError,
  fromStoredEvent,
  isFence,
  MAX_APPEND_BYTES,
} from './kurrent-event.js';
import { deniedIn, isClosedByFence, limitsOf } from './kurrent-stream.js';
import { RemoteLogUnavailableError, type RemoteEvent } from './remote-log.port.js';
import type { ScannableLog, ScannedEvent } from './scannable-log.js';

export interface KurrentLogOptions {
  /** The address of the servers: `kurrentdb://…`. */
  readonly url: string;
  /** The stream that holds the bank's events. */
  readonly stream: string;
  /** How long one request may take. */
  readonly requestMs?: number;
  /** How long `append` tries to settle an append. */
  readonly settleMs?: number;
}

/** Above the server's own limit of a write, 2 s. */
const REQUEST_MS = 3_000;
/** Short, because the writer repeats an append that is not settled until its own, longer deadline. */
const SETTLE_MS = 4_000;
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;

interface Batch {
  readonly expected: Head;
  /** Without events, `encoded` is a fence. */
  readonly events: readonly RemoteEvent[];
  readonly encoded: readonly Buffer[];
}

const FROM_END = { direction: BACKWARDS, fromRevision: END } as const;
const LAST_AND_FENCE = 2;
const BEFORE_FIRST: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };

/**
 * The log in one stream of KurrentDB, whose event numbers are our positions minus one. The server compares only numbers,
 * so an append is sent only once the event with the expected hash is known to be committed: after the append before it
 * was confirmed, or after a read.
 */
export class KurrentLog implements ScannableLog {
  /** The name of the stream. */
  readonly name: string;
  private readonly connection: KurrentConnection;
  private readonly requestMs: number;
  private readonly settleMs: number;
  private readonly queue = new AppendQueue();
  /** The last position that is known to be committed. The stream has no other event there, ever. */
  private committed: Head = BEFORE_FIRST;
  private isClosed = false;

  constructor({ url, stream, requestMs = REQUEST_MS, settleMs = SETTLE_MS }: KurrentLogOptions) {
    this.connection = new KurrentConnection(url);
    this.name = stream;
    this.requestMs = requestMs;
    this.settleMs = settleMs;
  }

  /** Queued appends are sent one after the other. Those decided on a failed one fail like it, without being sent. */
  async append(expected: Head, events: readonly RemoteEvent[]): Promise<void> {
    this.assertOpen();
    const batch = batchOf(expected, events);
    if (batch !== null) await this.queue.add({ expected, events, run: () => this.settle(batch) });
  }

  async fence(expected: Head): Promise<void> {
    this.assertOpen();
    const batch = { expected, events: [], encoded: [encodeFence(expected)] };
    await this.queue.add({ expected, events: [], run: () => this.settle(batch) });
  }

  async head(): Promise<Head> {
    const [stored] = withoutFence(await this.available(() => this.readStream(FROM_END, LAST_AND_FENCE)));
    if (stored === undefined) return BEFORE_FIRST;
    const last = fromStoredEvent(stored);
    this.remember(last);
    return { position: last.position, hash: last.hash, recordedAt: last.recordedAt };
  }

  read(afterPosition: number, limit: number): Promise<RemoteEvent[]> {
    return this.available(() => this.readAfter(afterPosition, limit));
  }

  scan(afterPosition: number, limit: number): Promise<ScannedEvent[]> {
    return this.available(() => this.scanStream({ fromRevision: BigInt(afterPosition) }, limit));
  }

  async lastPosition(): Promise<number> {
    const [last] = await this.available(() => this.scanStream(FROM_END, LAST_AND_FENCE));
    return last?.position ?? 0;
  }

  /** Asks the server without changing anything. */
  inspect(user: 'reader' | 'writer' = 'writer'): Promise<StreamInspection> {
    return this.available(() =>
      this.call(async (client) => ({
        limits: await limitsOf(client, this.name),
        denied: await deniedIn(client, this.name, user),
        isFenced: await isClosedByFence(client, this.name),
      })),
    );
  }

  /** Lets the requests under way end, and no longer repeats them. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.queue.drained();
    await this.connection.close();
  }

  /** Sends the append until its outcome is known. */
  private async settle(batch: Batch): Promise<void> {
    const deadline = Date.now() + this.settleMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        await this.trySettle(batch);
        return;
      } catch (error) {
        if (error instanceof HeadMovedError || error instanceof LogFencedError) throw error;
        const isLastTry = isPermanent(error) || this.isClosed || Date.now() + pauseMs >= deadline;
        if (isLastTry) throw unavailable(error);
      }
      await delay(pauseMs);
    }
  }

  private async trySettle(batch: Batch): Promise<void> {
    await this.assertCommitted(batch.expected);
    const isConfirmed = await this.send(batch);
    if (!isConfirmed) await this.assertStored(batch);
    this.remember(batch.events.at(-1));
  }

  /** @throws HeadMovedError another event has the expected position */
  private async assertCommitted({ position, hash }: Head): Promise<void> {
    if (position === 0) return;
    const isKnown = position === this.committed.position;
    const event = isKnown ? this.committed : (await this.readAfter(position - 1, 1)).at(0);
    if (event === undefined) throw new Error(`the stream has no event at position ${position}`);
    if (!event.hash.equals(hash)) throw new HeadMovedError();
  }

  /** Returns false if the stream does not end at the expected event number. */
  private async send({ expected, encoded }: Batch): Promise<boolean> {
    const revision = expected.position === 0 ? null : expected.position - 1;
    const append = { stream: this.name, revision, events: encoded, withinMs: this.requestMs };
    try {
      await this.call((client) => sendAppend(client, append));
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return false;
      throw error;
    }
  }

  /**
   * Decides after a refusal. Only a committed event settles it: the leader may also refuse because of an event that is
   * not replicated yet and may be lost.
   *
   * @throws HeadMovedError another event has the first position
   * @throws LogFencedError the log was closed there
   */
  private async assertStored({ expected, events }: Batch): Promise<void> {
    const limit = Math.max(events.length, 1);
    const found = await this.readStream({ fromRevision: BigInt(expected.position) }, limit);
    if (found[0] !== undefined && isFence(found[0])) {
      if (events.length === 0) return;
      throw new LogFencedError();
    }
    const stored = eventsAfter(expected.position, found);
    this.remember(stored.at(-1));
    if (stored[0] !== undefined && events[0]?.hash.equals(stored[0].hash) !== true)
      throw new HeadMovedError();
    const isMissing = events.some((event, index) => stored[index]?.hash.equals(event.hash) !== true);
    if (isMissing || events.length === 0)
      throw new Error(`the append at position ${expected.position} is not committed yet`);
  }

  private async readAfter(afterPosition: number, limit: number): Promise<RemoteEvent[]> {
    const events = eventsAfter(
      afterPosition,
      await this.readStream({ fromRevision: BigInt(afterPosition) }, limit),
    );
    this.remember(events.at(-1));
    return events;
  }

  private async scanStream(options: ReadStreamOptions, limit: number): Promise<ScannedEvent[]> {
    return withoutFence(await this.readStream(options, limit)).map(toScannedEvent);
  }

  /** Returns everything that is there, the fence included. */
  private async readStream(options: ReadStreamOptions, maxCount: number): Promise<ResolvedEvent[]> {
    try {
      return await this.call(async (client) => {
        const stored: ResolvedEvent[] = [];
        const events = client.readStream(this.name, { ...options, maxCount, requiresLeader: true });
        for await (const event of events) stored.push(event);
        return stored;
      });
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  /** Saves the read before the next append, which usually follows the last event that is known. */
  private remember(event: RemoteEvent | undefined): void {
    if (event !== undefined && event.position > this.committed.position) this.committed = event;
  }

  private call<Result>(work: (client: KurrentDBClient) => Promise<Result>): Promise<Result> {
    return this.connection.call(work, this.requestMs);
  }

  /** Retries a read once, on another connection if the first one broke. */
  private async available<Result>(work: () => Promise<Result>): Promise<Result> {
    this.assertOpen();
    try {
      return await work().catch((error: unknown) => {
        if (isPermanent(error)) throw error;
        return work();
      });
    } catch (error) {
      throw error instanceof ForeignEventError ? error : unavailable(error);
    }
  }

  private assertOpen(): void {
    if (this.isClosed) throw new Error('the log is closed');
  }
}

function withoutFence(stored: readonly ResolvedEvent[]): ResolvedEvent[] {
  return stored.filter((event) => !isFence(event));
}

/** @throws ForeignEventError there are events of others, or events before these are missing */
function eventsAfter(afterPosition: number, stored: readonly ResolvedEvent[]): RemoteEvent[] {
  const events = withoutFence(stored).map(fromStoredEvent);
  const [first] = events;
  if (first !== undefined && first.position !== afterPosition + 1) {
    throw new ForeignEventError(`the stream has lost its events up to position ${first.position - 1}`);
  }
  return events;
}

function toScannedEvent(stored: ResolvedEvent): ScannedEvent {
  try {
    return fromStoredEvent(stored);
  } catch (error) {
    if (!(error instanceof ForeignEventError)) throw error;
    const revision = stored.link?.revision ?? stored.event?.revision ?? -1n;
    return { position: Number(revision) + 1, foreign: error.message };
  }
}

function unavailable(cause: unknown): RemoteLogUnavailableError {
  return new RemoteLogUnavailableError({ cause });
}

/** Returns null without events. Throws before anything is sent if the events cannot be stored: a fault of the caller. */
function batchOf(expected: Head, events: readonly RemoteEvent[]): Batch | null {
  if (events.length === 0) return null;
  const isContiguous = events.every(({ position }, index) => position === expected.position + index + 1);
  if (!isContiguous) throw new Error('the events do not follow the expected position');
  const encoded = events.map(encodeEvent);
  const bytes = encoded.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_APPEND_BYTES) throw new RangeError(`an append of ${bytes} bytes is too large`);
  return { expected, events, encoded };
}
