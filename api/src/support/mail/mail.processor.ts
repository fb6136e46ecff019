import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { unseal } from '../../platform/crypto/sealed-text.js';
import { isLockTimeout } from '../../platform/database/query-errors.js';
import { runWithRequestId } from '../../platform/logs/request-context.js';
import { traced } from '../../platform/tracing/tracing.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { startJobWorker, type JobWorker } from '../../platform/queue/queue.js';
import { isPersonName, UsersService } from '../../identity/users/users.service.js';
import { MAIL_ATTEMPTS, MAIL_QUEUE, mailBackoffMs, type MailJob } from './mail-job.js';
import { Mailer, MailDeliveryError } from './mailer.js';
import { TemplateContextReader } from './template-context-reader.js';
import { outboxKeys } from '../../outbox/outbox.service.js';
import { OutboxEntity } from '../../outbox/outbox.entity.js';
import { renderTemplate } from './templates.js';

const CONCURRENCY = 4;
/** How long to wait for the lock on a row. The relay holds the lock while it adds the job. */
const LOCK_TIMEOUT_MS = 5_000;
/** If a worker hangs for this long, another one sends its email. Sending takes less time than this. */
const IDLE_TIMEOUT_MS = 120_000;

/**
 * The recipient of an email. `firstName` is null for a registration, because a stranger may have typed the name
 * (MAIL-10). It is also null if the name would be refused today (REG-15).
 */
interface Recipient {
  readonly email: string;
  readonly firstName: string | null;
}

/** Runs mail jobs: each sends one outbox row's email. */
@Injectable()
export class MailProcessor implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private worker: JobWorker | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly mailer: Mailer,
    private readonly contexts: TemplateContextReader,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  start(): void {
    this.worker = startJobWorker<MailJob>(this.config, MAIL_QUEUE, {
      concurrency: CONCURRENCY,
      attempts: MAIL_ATTEMPTS,
      backoffMs: mailBackoffMs,
      process: ({ outboxId }, isLast) => this.process(outboxId, isLast),
      onError: (error) => this.logger.warn({ problem: 'mail queue error', reason: error.name }),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  /**
   * Sends one email while holding a lock on its row, so two workers never send the same email at once, even if the
   * queue considers one of them dead. An email that has already been sent is skipped (MAIL-5). A duplicate is sent only
   * if something fails after the mail server has accepted the email and before the commit. The duplicate has the same
   * Message-ID.
   */
  private async process(outboxId: string, isLast: boolean): Promise<void> {
    const error = await this.dataSource.transaction(async (manager) => {
      const mail = await this.lockMail(manager, outboxId);
      if (mail === null || mail.sentAt !== null) return null;
      const attributes = { 'mail.template': mail.template, 'mail.tries': mail.tries + 1 };
      const work = () =>
        traced({ name: 'mail.job', kind: 'consumer', attributes }, () =>
          this.sendAndRecord(manager, mail, isLast),
        );
      return mail.correlationId === null ? work() : runWithRequestId(mail.correlationId, work);
    });
    if (error !== null) throw error;
  }

  private async sendAndRecord(
    manager: EntityManager,
    mail: OutboxEntity,
    isLast: boolean,
  ): Promise<MailDeliveryError | null> {
    const { id: outboxId, template } = mail;
    const tries = mail.tries + 1;
    // The row is updated before the email is sent, so that only the commit remains to be done after sending. If the
    // database accepts no changes, nothing is sent.
    const sent = { sentAt: this.now(), secretCiphertext: null, tries };
    await manager.update(OutboxEntity, { id: outboxId }, sent);
    try {
      await this.send(manager, mail);
    } catch (error) {
      return this.recordFailure(manager, mail, toDeliveryError(error), isLast);
    }
    this.logger.log({ message: 'mail sent', outboxId, template, tries });
    return null;
  }

  /**
   * Locks the row. The relay may still hold the lock when the queue delivers the job, so this waits. If the row
   * stays locked, another worker is sending the email.
   *
   * @throws MailDeliveryError the row stays locked; the job is retried later
   */
  private async lockMail(manager: EntityManager, id: string): Promise<OutboxEntity | null> {
    await manager.query(`set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`);
    await manager.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    try {
      const mail = await manager.findOne(OutboxEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      // No lock timeout from here on: the outcome of sending must be recorded, however long that takes.
      await manager.query('set local lock_timeout = default');
      return mail;
    } catch (error) {
      throw isLockTimeout(error) ? new MailDeliveryError('the email is locked', false) : error;
    }
  }

  private async send(manager: EntityManager, mail: OutboxEntity): Promise<void> {
    const { secretCiphertext, params } = mail;
    const { email, firstName } = await this.recipientOf(manager, mail);
    const secret = secretCiphertext === null ? null : unseal(secretCiphertext, outboxKeys(this.config));
    const context = await this.contexts.read(manager, params);
    await this.mailer.send(mail.id, email, renderTemplate(mail.template, { firstName, secret, context }));
  }

  private async recipientOf(
    manager: EntityManager,
    { userId, registrationId }: OutboxEntity,
  ): Promise<Recipient> {
    if (userId !== null) {
      const user = await this.users.findById(userId, manager);
      if (user === null) throw new MailDeliveryError('the user is gone', true);
      // Older users may have a name that is refused today (REG-15).
      return { email: user.email, firstName: isPersonName(user.firstName) ? user.firstName : null };
    }
    const [registration] = await manager.query<{ email: string }[]>(
      'select email from registration where id = $1',
      [registrationId],
    );
    if (registration === undefined) throw new MailDeliveryError('the registration is gone', true);
    return { ...registration, firstName: null };
  }

  /** Records a failed attempt. Returns the error if the job should be retried, or null if the email failed for good. */
  private async recordFailure(
    manager: EntityManager,
    { id, tries, secretCiphertext }: OutboxEntity,
    error: MailDeliveryError,
    isLast: boolean,
  ): Promise<MailDeliveryError | null> {
    const isFinal = error.permanent || isLast;
    this.logger.warn({
      outboxId: id,
      problem: isFinal ? 'mail failed' : 'mail delayed',
      reason: error.reason,
    });
    await manager.update(
      OutboxEntity,
      { id },
      {
        ...{ sentAt: null, secretCiphertext, failure: error.reason, tries: tries + 1 },
        ...(isFinal ? { failedAt: this.now() } : {}),
      },
    );
    return isFinal ? null : error;
  }
}

/** Reduces an error to its name, because its message may contain personal data. */
function toDeliveryError(error: unknown): MailDeliveryError {
  if (error instanceof MailDeliveryError) return error;
  return new MailDeliveryError(error instanceof Error ? error.name : typeof error, false);
}
