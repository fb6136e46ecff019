import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { CLOCK, CONFIG, type Clock } from '../platform/tokens.js';
import { openQueue, type JobQueue } from '../platform/queue/queue.js';
import { MAIL_ATTEMPTS, MAIL_QUEUE, type MailJob } from './mail-job.js';
import { errorCodeOf } from '../platform/polling.js';

const CHANNEL = 'moniker_outbox';
const POLL_MS = 5_000;
const BATCH_SIZE = 100;
/** A row that is still unsent after this long is put into the queue again, in case that lost it unnoticed. */
const REQUEUE_AFTER_MS = 5 * 60 * 1000;
const NEVER = new Date(0);

/**
 * Moves mail from the outbox to the queue. Woken by PostgreSQL at every commit that adds a row, and by a clock in
 * case that call was missed. Any number may run: each row is taken by one of them, and a job that is added twice is
 * one job, since its id is that of the row. What the queue may have lost goes there again within one tick.
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
  /** What was put into the queue up to this moment may be there no more. */
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

  /** Resolves when the first look into the outbox is done. */
  async start(): Promise<void> {
    this.timer = setInterval(() => void this.tick(), POLL_MS);
    await this.tick();
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

  /** Moves what there is; a call that comes in the meantime is made good by another round. */
  private async wake(): Promise<void> {
    this.wakeUps += 1;
    this.running ??= this.moveAll().finally(() => (this.running = null));
    await this.running;
  }

  private async moveAll(): Promise<void> {
    try {
      if (await this.queue.mayHaveLostJobs()) this.lostBefore = this.now();
      let answered = this.wakeUps - 1;
      while (answered < this.wakeUps && !this.stopped) {
        const heard = this.wakeUps;
        const moved = await this.moveBatch();
        if (moved < BATCH_SIZE) answered = heard;
      }
      this.isFailing = false;
    } catch (error) {
      this.warnOnce(error);
    }
  }

  /** The rows stay locked until the queue has them, so that nobody else adds them, and a failure leaves them be. */
  private moveBatch(): Promise<number> {
    const now = this.now().getTime();
    const lostBefore = this.lostBefore.getTime();
    const again = new Date(Math.max(now - REQUEUE_AFTER_MS, lostBefore));
    // Never earlier than what is looked for, whatever the clock does: a row that was moved is not found again.
    const stamp = new Date(Math.max(now, lostBefore + 1));
    return this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: string }[]>(
        `select id from outbox
          where sent_at is null and failed_at is null and (enqueued_at is null or enqueued_at <= $1)
          order by created_at limit $2 for update skip locked`,
        [again, BATCH_SIZE],
      );
      if (rows.length === 0) return 0;
      await this.queue.add(rows.map(({ id }) => ({ id, data: { outboxId: id } })));
      await manager.query('update outbox set enqueued_at = $2 where id = any($1)', [
        rows.map(({ id }) => id),
        stamp,
      ]);
      return rows.length;
    });
  }

  /** Subscribes to the calls of PostgreSQL, unless it is done; without them, the clock alone wakes us. */
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

  /** Says once that there is trouble, not at every try. */
  private warnOnce(error: unknown): void {
    if (this.isFailing || this.stopped) return;
    this.isFailing = true;
    this.logger.warn({ problem: 'mail waits in the outbox', reason: errorCodeOf(error) });
  }
}
