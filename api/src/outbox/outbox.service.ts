import { randomUUID } from 'node:crypto';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../platform/database/personal-data.service.js';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { seal, unseal } from '../platform/crypto/sealed-text.js';
import { currentRequestId } from '../platform/logs/request-context.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { OutboxEntity } from './outbox.entity.js';
import type { TemplateName } from './mail-templates.js';

export interface MailRequest {
  readonly template: TemplateName;
  /** The recipient; missing if the email goes to a registration. */
  readonly userId?: string;
  readonly registrationId?: string;
  /** Values for the template, without personal data (MAIL-7). */
  readonly params?: Readonly<Record<string, string>>;
  /** A value that only the recipient may see, such as a code. It is encrypted at rest and erased once sent (MAIL-7). */
  readonly secret?: string;
  /** The earliest time to send it; immediately if missing. */
  readonly notBefore?: Date;
  /** The request that caused the email, if it is not the current one. */
  readonly correlationId?: string;
}

/** The keys that open mail secrets, the current one first. */
export function outboxKeys({ secrets, previousSecrets }: Config): Buffer[] {
  return [secrets, ...previousSecrets].map(({ outbox }) => outbox);
}

/** Queues mail in the outbox. The worker sends it when the mail server is available (MAIL-4). */
@OwnsPersonalData('outbox')
@Injectable()
export class Outbox implements PersonalDataOwner {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Queues an email in the caller's transaction. It is sent only if that transaction commits. Returns the email's id.
   */
  async queue(manager: EntityManager, request: MailRequest): Promise<string> {
    const row = this.outboxRow(request);
    await manager.insert(OutboxEntity, row);
    return row.id;
  }

  /**
   * Returns the secret of an email that has not been passed on for sending yet, or null. The email cannot be sent
   * until the caller's transaction ends.
   */
  async waitingSecret(manager: EntityManager, id: string): Promise<string | null> {
    const mail = await manager.findOne(OutboxEntity, {
      where: { id, enqueuedAt: IsNull(), sentAt: IsNull(), failedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    const sealed = mail?.secretCiphertext ?? null;
    return sealed === null ? null : unseal(sealed, outboxKeys(this.config));
  }

  /** Queues many emails in one statement. */
  async queueAll(manager: EntityManager, requests: readonly MailRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await manager.insert(
      OutboxEntity,
      requests.map((request) => this.outboxRow(request)),
    );
  }

  /** Erases a user's personal data from the outbox and cancels unsent mail. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.update(OutboxEntity, { userId }, { params: {}, secretCiphertext: null });
    await manager.update(
      OutboxEntity,
      { userId, sentAt: IsNull(), failedAt: IsNull() },
      { failedAt: this.now(), failure: 'the user is gone' },
    );
  }

  private outboxRow(request: MailRequest) {
    const { template, userId, registrationId, params, secret, notBefore, correlationId } = request;
    return {
      id: randomUUID(),
      template,
      userId: userId ?? null,
      registrationId: registrationId ?? null,
      notBefore: notBefore ?? null,
      params: params ?? {},
      secretCiphertext: secret === undefined ? null : seal(secret, this.config.secrets.outbox),
      correlationId: correlationId ?? currentRequestId(),
      createdAt: this.now(),
      tries: 0,
    };
  }
}
