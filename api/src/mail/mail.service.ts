import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { seal } from '../platform/crypto/sealed-text.js';
import { currentRequestId } from '../platform/logs/request-context.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { OutboxEntity } from './outbox.entity.js';
import type { TemplateName } from './templates.js';

export interface MailRequest {
  readonly template: TemplateName;
  readonly userId: string;
  /** Values for the template, without personal data (MAIL-7). */
  readonly params?: Readonly<Record<string, string>>;
  /** A value that only the recipient may see, such as a code. It is encrypted at rest and erased once sent (MAIL-7). */
  readonly secret?: string;
  /** The request that caused the mail, if it is not the current one. */
  readonly correlationId?: string;
}

/** Queues mail in the outbox. The worker sends it when the mail server is available (MAIL-4). */
@Injectable()
export class MailService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Queues a mail in the caller's transaction. It is sent if and only if that transaction commits. */
  async queue(manager: EntityManager, request: MailRequest): Promise<void> {
    await this.queueAll(manager, [request]);
  }

  /** Queues many mails with one statement. */
  async queueAll(manager: EntityManager, requests: readonly MailRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await manager.insert(
      OutboxEntity,
      requests.map((request) => this.rowOf(request)),
    );
  }

  /** Erases a user's personal data from the outbox and cancels unsent mail, in the caller's transaction. */
  async eraseOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(OutboxEntity, { userId }, { params: {}, secretCiphertext: null });
    await manager.update(
      OutboxEntity,
      { userId, sentAt: IsNull(), failedAt: IsNull() },
      { failedAt: this.now(), failure: 'the user is gone' },
    );
  }

  private rowOf({ template, userId, params, secret, correlationId }: MailRequest) {
    return {
      id: randomUUID(),
      template,
      userId,
      params: params ?? {},
      secretCiphertext: secret === undefined ? null : seal(secret, this.config.secrets.outbox),
      correlationId: correlationId ?? currentRequestId(),
      createdAt: this.now(),
      tries: 0,
    };
  }
}
