import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import type { CommandTarget } from '../http/admin-command.js';
import { alreadyDecidedError } from '../http/already-decided-error.js';
import { AppError } from '../http/app-error.js';
import type { AuditEvent } from '../ledger/domain/events.js';
import type { CommandContext, Submission } from '../ledger/writer/submission.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { unseal } from '../platform/crypto/sealed-text.js';
import { UsersService } from '../users/users.service.js';
import { KycApplicationEntity } from './kyc-application.entity.js';

/** What the commands of admins on KYC applications have in common. */
@Injectable()
export class KycReviewService {
  private readonly keys: readonly Buffer[];

  constructor(
    @InjectRepository(KycApplicationEntity) private readonly applications: Repository<KycApplicationEntity>,
    private readonly users: UsersService,
    @Inject(CONFIG) config: Config,
  ) {
    this.keys = [config.secrets, ...config.previousSecrets].map(({ ssnEncryption }) => ssnEncryption);
  }

  /** @throws NOT_FOUND the application does not exist */
  async targetOf(applicationId: string): Promise<CommandTarget> {
    const kyc = await this.applications.findOneBy({ id: applicationId });
    if (kyc === null) throw new AppError('NOT_FOUND');
    return { customerId: kyc.userId };
  }

  /**
   * Locks an application and its customer's row, so that decisions and new applications of one user exclude each other.
   *
   * @throws NOT_FOUND the customer is deleted
   */
  async lock(
    manager: EntityManager,
    applicationId: string,
    customerId: string,
  ): Promise<KycApplicationEntity> {
    await this.users.lock(manager, customerId);
    return manager.findOneOrFail(KycApplicationEntity, {
      where: { id: applicationId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async save(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    kyc.revision += 1;
    await manager.save(kyc);
  }

  async alreadyDecided({ status, reviewedAt, reviewedBy }: KycApplicationEntity): Promise<AppError> {
    const admin = reviewedBy === null ? null : await this.users.findById(reviewedBy);
    return alreadyDecidedError({ status, by: admin, at: reviewedAt });
  }

  ssnOf({ ssnCiphertext }: KycApplicationEntity): string {
    return unseal(ssnCiphertext, this.keys);
  }
}

type KycEventType = Extract<AuditEvent, { payload: { kycId: string } }>['type'];

/** Builds the submission that records what an admin did with an application. */
export function kycAudit(
  { id, userId }: KycApplicationEntity,
  type: KycEventType,
  context: CommandContext,
): Submission {
  const event = { type, payload: { kycId: id, userId } };
  return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
}
