import type { KurrentSettings } from '../../platform/config/kurrent-settings.js';
import type { AuditedLog } from './audited-log.js';
import { limitsForReader } from './check-remote-log.js';
import type { LogPosition, RecordedEvent } from './event-log.port.js';
import { LOG_START } from './hash-chain.js';
import { connectRemoteLog } from './open-remote-log.js';
import { readLogInThread } from './read-log-in-thread.js';
import type { RemoteEvent } from './remote-log.port.js';
import { resolveAmong, type PointInTime } from './resolve-position.js';
import type { LogSource } from './scan-events.js';
import { scanRemoteLog } from './scan-remote-log.js';
import { isForeign, type ScannableLog } from './scannable-log.js';

/** Maximum number of events to read when looking for the bank's last event before a foreign one. */
const LOOK_BACK = 1_000;

/** A log outside PostgreSQL as auditors read it: whatever is there, without assuming that it is valid. */
export class RemoteAuditLog implements AuditedLog {
  /** Yields a range's events in order, including those that the bank did not write. */
  readonly readLog: LogSource['readLog'];

  constructor(
    private readonly log: ScannableLog,
    readLog?: LogSource['readLog'],
  ) {
    this.readLog = readLog ?? ((range) => scanRemoteLog(log, range));
  }

  /** The stream's name. */
  get name(): string {
    return this.log.name;
  }

  /**
   * Returns the stream's settings that let the server remove events.
   *
   * @throws UnusableLogError our user isn't allowed to read the stream or its settings
   */
  limits(): Promise<readonly string[]> {
    return limitsForReader(this.log);
  }

  /** Returns the last event's position; 0 if there are no events. */
  lastPosition(): Promise<number> {
    return this.log.lastPosition();
  }

  /** Returns the bank's event at a position, or null if the log has no such event. */
  async eventAt(position: number): Promise<RemoteEvent | null> {
    if (position < 1) return null;
    const [event] = await this.log.scan(position - 1, 1);
    return event === undefined || event.position !== position || isForeign(event) ? null : event;
  }

  async hashAt(position: number): Promise<Buffer | null> {
    return (await this.eventAt(position))?.hash ?? null;
  }

  /**
   * Returns the position of the last event at or before `pointInTime`; by default, of the log's last event.
   *
   * @throws NoSuchPositionError the position is past the end of the log
   */
  async resolve(pointInTime: PointInTime | undefined): Promise<LogPosition> {
    const last = await this.lastPosition();
    return resolveAmong((position) => this.positionAt(Math.min(position, last)), pointInTime);
  }

  /**
   * Returns at most `limit` events after a position.
   *
   * @throws ForeignEventError one of them is not the bank's
   */
  async read(afterPosition: number, limit: number): Promise<RecordedEvent[]> {
    const events = await this.log.read(afterPosition, limit);
    return events.map(({ idempotency: _key, signature: _signature, ...event }) => event);
  }

  /** Like `read`, but includes the recorded idempotency keys and the batch signatures that the events carry. */
  readWithKeys(afterPosition: number, limit: number): Promise<RemoteEvent[]> {
    return this.log.read(afterPosition, limit);
  }

  /**
   * Returns the given position, with the hash and time of the bank's last event at or before it. If none of the last
   * `LOOK_BACK` events is the bank's, the hash and time are those of the log's start.
   */
  private async positionAt(position: number): Promise<LogPosition> {
    const event = (await this.eventAt(position)) ?? (await this.lastEventBefore(position));
    return { ...(event ?? LOG_START), position };
  }

  private async lastEventBefore(position: number): Promise<RemoteEvent | undefined> {
    const earlier = await this.log.scan(Math.max(0, position - 1 - LOOK_BACK), LOOK_BACK);
    return earlier.findLast((event): event is RemoteEvent => event.position < position && !isForeign(event));
  }
}

/**
 * Runs `work` with the log in KurrentDB.
 *
 * @param inThread - whether to read and hash the log in a worker thread
 */
export async function withRemoteAuditLog<Result>(
  settings: KurrentSettings,
  inThread: boolean,
  work: (log: RemoteAuditLog) => Promise<Result>,
): Promise<Result> {
  const { url, stream } = settings;
  const log = await connectRemoteLog(settings);
  try {
    return await work(
      inThread
        ? new RemoteAuditLog(log, (part) => readLogInThread({ url, stream, part }))
        : new RemoteAuditLog(log),
    );
  } finally {
    await log.close();
  }
}
