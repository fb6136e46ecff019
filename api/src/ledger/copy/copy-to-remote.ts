import { inSnapshot } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { assertWritable } from '../log/check-remote-log.js';
import type { Head } from '../log/event-log.port.js';
import { appendBytesOf, MAX_APPEND_BYTES } from '../log/kurrent-event.js';
import { fenceHead } from '../log/log-fence.js';
import type { RemoteEvent } from '../log/remote-log.port.js';
import type { ScannableLog } from '../log/scannable-log.js';
import { copiedEvents } from './copied-events.js';
import { assertSameLog } from './same-log.js';

export interface CopyOptions {
  /** Whether to move the log: the source is fenced, and its remaining events are copied. */
  readonly isCutOver: boolean;
  /** Called with the position copied so far and the last position to copy. */
  readonly onProgress: (position: number, total: number) => void;
}

export interface CopyResult {
  /** The position that the target had reached before the copy. */
  readonly from: number;
  /** The position that the target has reached now. */
  readonly to: number;
}

/** Maximum number of events per append. Larger appends are hardly faster. */
const MAX_EVENTS = 500;

/**
 * Copies the log from PostgreSQL to a log outside it. Starts after the last event that the target already has (LED-25,
 * LED-26). Positions, hashes and proofs stay the same. The bank can keep writing meanwhile. With `isCutOver`, the
 * bank's writers are then stopped, and the rest is copied. `sql` must be a dedicated connection, opened as the owner.
 *
 * @throws UnusableLogError the logs differ, or the target cannot take the events
 * @throws NotCopyableError an event cannot be copied; the message names it. All events are checked before any is
 * appended
 * @throws RemoteLogUnavailableError the target cannot be reached; calling again continues the copy
 */
export async function copyToRemote(
  sql: Sql,
  log: ScannableLog,
  keySecret: Buffer,
  { isCutOver, onProgress }: CopyOptions,
): Promise<CopyResult> {
  await assertWritable(log);
  const first = await copyRest(sql, log, keySecret, onProgress);
  if (!isCutOver) return first;
  await fenceHead(sql);
  const rest = await copyRest(sql, log, keySecret, onProgress);
  return { from: first.from, to: rest.to };
}

function copyRest(
  sql: Sql,
  log: ScannableLog,
  keySecret: Buffer,
  onProgress: CopyOptions['onProgress'],
): Promise<CopyResult> {
  return inSnapshot(sql, async () => {
    const { tables, remote } = await assertSameLog(sql, log);
    const { position: to } = tables;
    const { position: from } = remote;
    if (from >= to) return { from, to: from };
    // Check all events before appending any, because nothing can be removed afterwards.
    const checked = copiedEvents(sql, remote, to, keySecret);
    while ((await checked.next()).done !== true);
    const target = new BoundedAppends(log, remote);
    for await (const page of copiedEvents(sql, remote, to, keySecret)) {
      for (const event of page) await target.add(event);
      onProgress(target.appendedTo, to);
    }
    await target.finish();
    onProgress(to, to);
    return { from, to };
  });
}

/**
 * Appends events in batches of limited size. The next batch can be read and prepared while the previous one is being
 * sent.
 */
class BoundedAppends {
  private batch: RemoteEvent[] = [];
  private bytes = 0;
  private inFlight: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: ScannableLog,
    private head: Head,
  ) {}

  /** The position of the last event sent. */
  get appendedTo(): number {
    return this.head.position;
  }

  async add(event: RemoteEvent): Promise<void> {
    const bytes = appendBytesOf(event);
    if (this.batch.length === MAX_EVENTS || this.bytes + bytes > MAX_APPEND_BYTES) await this.send();
    this.batch.push(event);
    this.bytes += bytes;
  }

  async finish(): Promise<void> {
    await this.send();
    await this.inFlight;
  }

  private async send(): Promise<void> {
    const { head, batch } = this;
    const last = batch.at(-1);
    await this.inFlight;
    if (last === undefined) return;
    this.inFlight = this.log.append(head, batch);
    this.inFlight.catch(() => undefined);
    this.head = last;
    this.batch = [];
    this.bytes = 0;
  }
}
