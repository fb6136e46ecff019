import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../platform/config/config.js';
import { seal } from '../platform/crypto/sealed-text.js';
import { CLOCK, CONFIG, type Clock } from '../platform/platform.module.js';
import { OutboxEntity } from './outbox.entity.js';
import type { TemplateName } from './templates.js';

export interface MailRequest {
  readonly template: TemplateName;
  readonly userId: string;
  /** Values for the template that identify nobody. */
  readonly params?: Readonly<Record<string, string>>;
  /** A value that only the recipient may see, such as a code: encrypted here, erased once it is sent. */
  readonly secret?: string;
}

/** Accepts mail. The worker sends it, whenever the mail server is there to take it. */
@Injectable()
export class MailService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Puts a mail into the outbox, in the caller's transaction: it goes out if and only if that commits. */
  async queue(manager: EntityManager, { template, userId, params, secret }: MailRequest): Promise<string> {
    const id = randomUUID();
    await manager.insert(OutboxEntity, {
      id,
      template,
      userId,
      params: params ?? {},
      secretCiphertext: secret === undefined ? null : seal(secret, this.config.secrets.outbox),
      createdAt: this.now(),
    });
    return id;
  }
}
