import {
  BACKWARDS,
  END,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AppendStreamState,
  type EventData,
  type KurrentDBClient,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client';
import type { StreamInspection } from './check-remote-log.js';
import { HeadMovedError, LogFencedError, type Head } from './event-log.port.js';
import { GENESIS_HASH } from './hash-chain.js';
import { isPermanent, KurrentConnection } from './kurrent-connection.js';
import {
  appendBytesOf,
  fenceEvent,
  ForeignEventError,
  fromStoredEvent,
  isFence,
  MAX_APPEND_BYTES,
  toStoredEvent,
} from './kurrent-event.js';
import { deniedIn, isClosedByFence, limitsOf } from './kurrent-stream.js';
import { RemoteLogUnavailableError, type RemoteEvent } from './remote-log.port.js';
import type { ScannableLog, ScannedEvent } from './scannable-log.js';

export interface KurrentLogOptions {
  /** The servers' address: `kurrentdb://…`. */
  readonly url: string;
  /** The stream that holds the bank's events. */
  readonly stream: string;
  /** How long one request may take. */
  readonly requestMs?: number;
}

/** Longer than the server's own write timeout of 2 s. */
const REQUEST_MS = 3_000;
/**
 * How long the server may try an append. Our clock sets the deadline, but the server checks it against its own clock.
 * So appends still work if the server's clock is ahead by almost this much. A late append does no harm.
 */
const APPEND_MS = 30_000;

const FROM_END = { direction: BACKWARDS, fromRevision: END } as const;
const LAST_AND_FENCE = 2;
const BEFORE_FIRST: Head = { position: 0, hash: GENESIS_HASH, recordedAt: new Date(0) };

/** The log, kept in one KurrentDB stream whose event numbers are our positions minus one. */
export class KurrentLog implements ScannableLog {
  /** The name of the stream. */
  readonly name: string;
  private readonly connection: KurrentConnection;
  private readonly requestMs: number;
  private isClosed = false;

  constructor({ url, stream, requestMs = REQUEST_MS }: KurrentLogOptions) {
    this.connection = new KurrentConnection(url);
    this.name = stream;
    this.requestMs = requestMs;
  }

  async append(expected: Head, events: readonly RemoteEvent[]): Promise<void> {
    this.assertOpen();
    if (events.length > 0) await this.send(expected, storedEventsOf(expected, events));
  }

  async fence(expected: Head): Promise<void> {
    this.assertOpen();
    const [last] = await this.read(expected.position - 1, 1);
    // The server compares only numbers, so the hash is checked here.
    if (expected.position > 0 && last?.hash.equals(expected.hash) !== true) throw new HeadMovedError();
    try {
      await this.send(expected, [fenceEvent(expected)]);
    } catch (error) {
      if (!(error instanceof LogFencedError)) throw error;
    }
  }

  async head(): Promise<Head> {
    const [stored] = withoutFence(await this.available(() => this.readStream(FROM_END, LAST_AND_FENCE)));
    if (stored === undefined) return BEFORE_FIRST;
    const last = fromStoredEvent(stored);
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

  /** Asks the server about the stream and the user's rights, without changing anything. */
  inspect(user: 'reader' | 'writer' = 'writer'): Promise<StreamInspection> {
    return this.available(() =>
      this.call(async (client) => ({
        limits: await limitsOf(client, this.name),
        denied: await deniedIn(client, this.name, user),
        isFenced: await isClosedByFence(client, this.name),
      })),
    );
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.connection.close();
  }

  private async send({ position }: Head, events: readonly EventData[]): Promise<void> {
    const streamState: AppendStreamState = position === 0 ? NO_STREAM : BigInt(position - 1);
    const options = { streamState, deadline: APPEND_MS, requiresLeader: true };
    try {
      await this.call((client) => client.appendToStream(this.name, [...events], options));
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw unavailable(error);
      throw (await this.isFencedAfter(position))
        ? new LogFencedError()
        : new HeadMovedError({ cause: error });
    }
  }

  private async isFencedAfter(position: number): Promise<boolean> {
    const [next] = await this.available(() => this.readStream({ fromRevision: BigInt(position) }, 1));
    return next !== undefined && isFence(next);
  }

  private async readAfter(afterPosition: number, limit: number): Promise<RemoteEvent[]> {
    const from = Math.max(0, afterPosition);
    return eventsAfter(from, await this.readStream({ fromRevision: BigInt(from) }, limit));
  }

  private async scanStream(options: ReadStreamOptions, limit: number): Promise<ScannedEvent[]> {
    return withoutFence(await this.readStream(options, limit)).map(toScannedEvent);
  }

  /** Returns all stored events, including the fence. */
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

  private call<Result>(work: (client: KurrentDBClient) => Promise<Result>): Promise<Result> {
    return this.connection.call(work, this.requestMs);
  }

  /** Retries a failed read once. If the first connection broke, the retry uses another one. */
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

/** @throws ForeignEventError someone else's events are in the range, or the range's first events are missing */
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

/**
 * Returns the events as the server stores them. Events that can't be stored are the caller's mistake, so this throws
 * before anything is sent.
 */
function storedEventsOf(expected: Head, events: readonly RemoteEvent[]): EventData[] {
  const isContiguous = events.every(({ position }, index) => position === expected.position + index + 1);
  if (!isContiguous) throw new Error('the events do not follow the expected position');
  const bytes = events.reduce((sum, event) => sum + appendBytesOf(event), 0);
  if (bytes > MAX_APPEND_BYTES) throw new RangeError(`an append of ${bytes} bytes is too large`);
  return events.map(toStoredEvent);
}
