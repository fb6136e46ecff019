import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { unseal } from '../platform/crypto/sealed-text.js';
import { isLockTimeout } from '../platform/database/query-errors.js';
import { runWithRequestId } from '../platform/logs/request-context.js';
import { CLOCK, CONFIG, type Clock } from '../platform/tokens.js';
import { startJobWorker, type JobWorker } from '../platform/queue/queue.js';
import { UsersService } from '../users/users.service.js';
import { MAIL_ATTEMPTS, MAIL_QUEUE, mailBackoffMs, type MailJob } from './mail-job.js';
import { Mailer, MailDeliveryError } from './mailer.js';
import { TemplateContextReader } from './template-context-reader.js';
import { OutboxEntity } from './outbox.entity.js';
import { renderTemplate } from './templates.js';

const CONCURRENCY = 4;
/** As long as the relay may wait for its queue. */
const LOCK_TIMEOUT_MS = 5_000;

/** Sends the mail of one outbox row for each job. */
@Injectable()
export class MailProcessor implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private worker: JobWorker | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly mailer: Mailer,
    private readonly matters: TemplateContextReader,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  start(): void {
    this.worker = startJobWorker<MailJob>(this.config, MAIL_QUEUE, {
      concurrency: CONCURRENCY,
      attempts: MAIL_ATTEMPTS,
      backoffMs: mailBackoffMs,
      process: ({ outboxId }, isLast) => this.process(outboxId, isLast),
      onError: (error) => this.logger.warn({ problem: 'the queue is in trouble', reason: error.name }),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  /**
   * Sends one mail while holding its row. So no two workers send the same one, even if the queue believes that one
   * of them has died, and a mail that was sent already is left alone.
   */
  private async process(outboxId: string, isLast: boolean): Promise<void> {
    const refusal = await this.dataSource.transaction(async (manager) => {
      const mail = await this.lockMail(manager, outboxId);
      if (mail === null || mail.sentAt !== null) return null;
      const work = () => this.sendAndRecord(manager, mail, isLast);
      return mail.correlationId === null ? work() : runWithRequestId(mail.correlationId, work);
    });
    if (refusal !== null) throw refusal;
  }

  private async sendAndRecord(
    manager: EntityManager,
    mail: OutboxEntity,
    isLast: boolean,
  ): Promise<MailDeliveryError | null> {
    const { id: outboxId, template } = mail;
    try {
      await this.send(manager, mail);
    } catch (error) {
      return this.recordFailure(manager, mail, toDeliveryError(error), isLast);
    }
    const tries = mail.tries + 1;
    this.logger.log({ message: 'mail sent', outboxId, template, tries });
    await manager.update(
      OutboxEntity,
      { id: outboxId },
      { sentAt: this.now(), secretCiphertext: null, tries },
    );
    return null;
  }

  /**
   * Locks the row. Whoever puts a job into the queue still holds its row when the queue hands it out, so a locked row
   * is waited for. Throws if it stays locked, because another worker has it: the job comes back after a wait.
   */
  private async lockMail(manager: EntityManager, id: string): Promise<OutboxEntity | null> {
    await manager.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      const mail = await manager.findOne(OutboxEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      // What has been sent must be noted, however long that takes.
      await manager.query('set local lock_timeout = default');
      return mail;
    } catch (error) {
      throw isLockTimeout(error) ? new MailDeliveryError('another worker has it', false) : error;
    }
  }

  private async send(manager: EntityManager, mail: OutboxEntity): Promise<void> {
    const user = await this.users.findById(mail.userId, manager);
    if (user === null) throw new MailDeliveryError('the user is gone', true);
    const { secretCiphertext, params } = mail;
    const keys = [this.config.secrets, ...this.config.previousSecrets].map(({ outbox }) => outbox);
    const secret = secretCiphertext === null ? null : unseal(secretCiphertext, keys);
    const matter = await this.matters.read(manager, params);
    const letter = renderTemplate(mail.template, { firstName: user.firstName, secret, context: matter });
    await this.mailer.send(mail.id, user.email, letter);
  }

  /** The refusal if it is worth another try; otherwise the row says that it has failed, and the job is over. */
  private async recordFailure(
    manager: EntityManager,
    { id, tries }: OutboxEntity,
    refusal: MailDeliveryError,
    isLast: boolean,
  ): Promise<MailDeliveryError | null> {
    const isOver = refusal.permanent || isLast;
    this.logger.warn({
      outboxId: id,
      problem: isOver ? 'mail failed' : 'mail delayed',
      reason: refusal.reason,
    });
    await manager.update(
      OutboxEntity,
      { id },
      { failure: refusal.reason, tries: tries + 1, ...(isOver ? { failedAt: this.now() } : {}) },
    );
    return isOver ? null : refusal;
  }
}

/** What the row and the log keep of an error: its kind, since its words may contain anything. */
function toDeliveryError(error: unknown): MailDeliveryError {
  if (error instanceof MailDeliveryError) return error;
  return new MailDeliveryError(error instanceof Error ? error.name : typeof error, false);
}
