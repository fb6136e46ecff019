import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { openQueue, type JobQueue } from '../../platform/queue/queue.js';
import { MAIL_ATTEMPTS, MAIL_QUEUE, type MailJob } from './mail-job.js';
import { errorCodeOf } from '../../platform/process/polling.js';

const CHANNEL = 'moniker_outbox';
const POLL_MS = 5_000;
const BATCH_SIZE = 100;
/**
 * Approximate maximum number of jobs in the queue, including those waiting for another attempt. Further mail stays in
 * the outbox, so a backlog fits into Redis and a lost queue is soon refilled.
 */
const MAX_QUEUED = 10_000;
/** Mail still unsent after this long is queued again, in case the queue has lost its job. */
const REQUEUE_AFTER_MS = 5 * 60 * 1000;
const NEVER = new Date(0);

/** Due mail that has not been queued yet, oldest first (index `outbox_unqueued`). */
const SELECT_UNQUEUED = `select id from outbox
  where sent_at is null and failed_at is null and enqueued_at is null and (not_before is null or not_before <= $1)
  order by created_at limit ${BATCH_SIZE} for update skip locked`;
/** Unsent mail whose jobs may be lost, because they were queued at or before a given time (index `outbox_queued`). */
const SELECT_QUEUED = `select id from outbox
  where sent_at is null and failed_at is null and enqueued_at <= $1
  order by enqueued_at limit ${BATCH_SIZE} for update skip locked`;
const UPDATE_QUEUED = 'update outbox set enqueued_at = $2 where id = any($1)';
/** Ends the transaction of a hung relay, so other relays can take its rows. Adding jobs takes less time than this. */
const LIMIT_IDLE_TRANSACTION = 'set local idle_in_transaction_session_timeout = 10000';

/**
 * Moves mail from the outbox to the queue. PostgreSQL notifies the relay of every commit that adds a row; a timer
 * covers missed notifications. Any number of relays can run, because each row is taken by only one of them. Adding a
 * job twice results in one job, because a job has the id of its row. If the queue may have lost jobs, they are added
 * again within one tick (MAIL-4).
 */
@Injectable()
export class OutboxRelay implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly queue: JobQueue<MailJob>;
  private listener: pg.Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private wakeUps = 0;
  private stopped = false;
  private isFailing = false;
  /** Jobs that were queued before this time may be lost. */
  private lostBefore = NEVER;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.queue = openQueue<MailJob>(config, MAIL_QUEUE, {
      attempts: MAIL_ATTEMPTS,
      onError: (error) => this.warnOnce(error),
    });
  }

  /** Starts moving mail without waiting: a backlog may be long, and the worker's other tasks must not wait for it. */
  start(): void {
    this.timer = setInterval(() => void this.tick(), POLL_MS);
    void this.tick();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.listener?.end().catch(() => undefined);
    await this.running;
    await this.queue.close();
  }

  private async tick(): Promise<void> {
    await this.listen();
    await this.wake();
  }

  /** Moves mail until none is left or the queue is full. A wake-up during the run causes another round. */
  private async wake(): Promise<void> {
    this.wakeUps += 1;
    this.running ??= this.moveAll().finally(() => (this.running = null));
    await this.running;
  }

  private async moveAll(): Promise<void> {
    try {
      if (await this.queue.mayHaveLostJobs()) this.lostBefore = this.now();
      let handled = this.wakeUps - 1;
      while (handled < this.wakeUps && !this.stopped) {
        const seen = this.wakeUps;
        const isMoreLeft = !(await this.isQueueFull()) && (await this.moveBatch());
        if (!isMoreLeft) handled = seen;
      }
      this.isFailing = false;
    } catch (error) {
      this.warnOnce(error);
    }
  }

  private async isQueueFull(): Promise<boolean> {
    return (await this.queue.count()) >= MAX_QUEUED;
  }

  /**
   * Queues a batch of new mail and a batch of mail whose jobs may be lost, so neither backlog delays the other. Rows
   * stay locked until they are queued, so no other relay adds them. If anything fails, the rows stay
   * unchanged. Resolves to true if there may be more mail to queue.
   */
  private moveBatch(): Promise<boolean> {
    const now = this.now().getTime();
    const lostBefore = this.lostBefore.getTime();
    const requeueBefore = new Date(Math.max(now - REQUEUE_AFTER_MS, lostBefore));
    // Always later than `requeueBefore`, even if the clock steps back, so a moved row is not selected again.
    const stamp = new Date(Math.max(now, lostBefore + 1));
    return this.dataSource.transaction(async (manager) => {
      await manager.query(LIMIT_IDLE_TRANSACTION);
      const fresh = await manager.query<{ id: string }[]>(SELECT_UNQUEUED, [this.now()]);
      const queued = await manager.query<{ id: string }[]>(SELECT_QUEUED, [requeueBefore]);
      const ids = [...fresh, ...queued].map(({ id }) => id);
      if (ids.length === 0) return false;
      await this.queue.add(ids.map((id) => ({ id, data: { outboxId: id } })));
      await manager.query(UPDATE_QUEUED, [ids, stamp]);
      return Math.max(fresh.length, queued.length) === BATCH_SIZE;
    });
  }

  /** Subscribes to PostgreSQL notifications if it hasn't yet. Without them, the timer still wakes the relay. */
  private async listen(): Promise<void> {
    if (this.listener !== null || this.stopped) return;
    const client = new pg.Client({ connectionString: this.config.databaseUrl, keepAlive: true });
    client.on('notification', () => void this.wake());
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.listener === client) this.listener = null;
    });
    try {
      this.listener = client;
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      this.listener = null;
      void client.end().catch(() => undefined);
      this.warnOnce(error);
    }
  }

  /** Logs only the first of consecutive failures. */
  private warnOnce(error: unknown): void {
    if (this.isFailing || this.stopped) return;
    this.isFailing = true;
    this.logger.warn({ problem: 'mail is waiting in the outbox', reason: errorCodeOf(error) });
  }
}
