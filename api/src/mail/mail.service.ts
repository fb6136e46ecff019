import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { seal } from '../platform/crypto/sealed-text.js';
import { currentRequestId } from '../platform/logs/request-context.js';
import { CLOCK, CONFIG, type Clock } from '../platform/tokens.js';
import { OutboxEntity } from './outbox.entity.js';
import type { TemplateName } from './templates.js';

export interface MailRequest {
  readonly template: TemplateName;
  readonly userId: string;
  /** Values for the template that identify nobody. */
  readonly params?: Readonly<Record<string, string>>;
  /** A value that only the recipient may see, such as a code: encrypted here, erased once it is sent. */
  readonly secret?: string;
  /** The request that it is due to, where that is not the one in hand. */
  readonly correlationId?: string;
}

/** Accepts mail. The worker sends it, whenever the mail server is there to take it. */
@Injectable()
export class MailService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Puts a mail into the outbox, in the caller's transaction: it goes out if and only if that commits. */
  async queue(manager: EntityManager, request: MailRequest): Promise<void> {
    await this.queueAll(manager, [request]);
  }

  /** The same for many mails, in one statement. */
  async queueAll(manager: EntityManager, requests: readonly MailRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await manager.insert(
      OutboxEntity,
      requests.map((request) => this.rowOf(request)),
    );
  }

  /** Takes out of somebody's mail what is theirs, in the caller's transaction; what was not sent yet never is. */
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
