import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox, type MailRequest } from '../../outbox/outbox.service.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { emailKey } from '../../http/email-key.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';

const WINDOW_MS = 60 * 60 * 1000;

/** A code to be emailed at `sentAt` or later. If an earlier email is still waiting, this is that email's code. */
export interface MailedCode {
  readonly code: string;
  readonly sentAt: Date;
}

interface RecipientRow {
  readonly sent_count: number;
  readonly delayed_mail_id: string | null;
  readonly delayed_until: Date | null;
}

/**
 * Emails codes that anyone can request for an address. For the first `codeMailsPerHour` requests in an hour, the email
 * is sent immediately. Further requests wait up to `codeMailDelaySeconds` and share one email with one code. So a burst
 * of requests neither floods a mailbox nor keeps its owner from getting a code (AUTH-29). Browsers that share a code
 * share its attempts (AUTH-73).
 */
@Injectable()
export class CodeMailer {
  constructor(
    private readonly mail: Outbox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Queues the email in the caller's transaction. A request beyond `codeMailsPerHour` shares the delayed email that is
   * already waiting for the same address and template, if there is one.
   */
  async send(manager: EntityManager, email: string, mail: MailRequest, code: string): Promise<MailedCode> {
    const key = this.recipientKey(email, mail.template);
    const recipient = await this.count(manager, key);
    if (recipient.sent_count <= this.config.limits.codeMailsPerHour) {
      await this.mail.queue(manager, { ...mail, secret: code });
      return { code, sentAt: this.now() };
    }
    return (
      (await this.join(manager, recipient)) ??
      (await this.delay(manager, key, { ...mail, secret: code }, code))
    );
  }

  /** Counts a request and locks its recipient's row until the transaction ends. */
  private async count(manager: EntityManager, key: Buffer): Promise<RecipientRow> {
    const windowStart = new Date(this.now().getTime() - WINDOW_MS);
    const [row] = await manager.query<RecipientRow[]>(
      `insert into code_recipient as r (key, sent_since, sent_count) values ($1, $2, 1)
       on conflict (key) do update
         set sent_count = case when r.sent_since <= $3 then 1 else least(r.sent_count, $4) + 1 end,
             sent_since = case when r.sent_since <= $3 then excluded.sent_since else r.sent_since end
       returning sent_count, delayed_mail_id, delayed_until`,
      [key, this.now(), windowStart, this.config.limits.codeMailsPerHour],
    );
    if (row === undefined) throw new Error('the request was not counted');
    return row;
  }

  private async join(manager: EntityManager, recipient: RecipientRow): Promise<MailedCode | null> {
    const { delayed_mail_id: mailId, delayed_until: sentAt } = recipient;
    if (mailId === null || sentAt === null || sentAt <= this.now()) return null;
    const code = await this.mail.waitingSecret(manager, mailId);
    return code === null ? null : { code, sentAt };
  }

  private async delay(
    manager: EntityManager,
    key: Buffer,
    mail: MailRequest,
    code: string,
  ): Promise<MailedCode> {
    const sentAt = new Date(this.now().getTime() + this.config.limits.codeMailDelaySeconds * 1000);
    const mailId = await this.mail.queue(manager, { ...mail, notBefore: sentAt });
    await manager.query('update code_recipient set delayed_mail_id = $2, delayed_until = $3 where key = $1', [
      key,
      mailId,
      sentAt,
    ]);
    return { code, sentAt };
  }

  /** Addresses are stored only as keyed hashes. */
  private recipientKey(email: string, template: string): Buffer {
    return createHmac('sha256', this.config.secrets.otp)
      .update(`recipient:${template}:${emailKey(email)}`)
      .digest();
  }
}
