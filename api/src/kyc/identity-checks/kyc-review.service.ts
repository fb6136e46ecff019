import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Not, Repository } from 'typeorm';
import type { CommandTarget } from '../../http/admin-command.js';
import { alreadyDecidedError, newerApplicationError } from '../../http/already-decided-error.js';
import { AppError } from '../../http/app-error.js';
import type { AuditEvent } from '../../ledger/domain/events.js';
import type { CommandContext, RowSubmission } from '../../ledger/writer/submission.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { unseal } from '../../platform/crypto/sealed-text.js';
import { UsersService } from '../../identity/users/users.service.js';
import { newSalt } from '../../ledger/texts/transaction-texts.js';
import { type AllSecrets, claimIdentity, currentIndexOf, releaseIdentity } from './identity-claims.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import { KycApplicationEntity } from './kyc-application.entity.js';

/** Steps shared by admin commands on KYC applications. */
@Injectable()
export class KycReviewService {
  /** The current secrets, followed by older ones. */
  private readonly secrets: AllSecrets;

  constructor(
    @InjectRepository(KycApplicationEntity) private readonly applications: Repository<KycApplicationEntity>,
    private readonly users: UsersService,
    @Inject(CONFIG) config: Config,
  ) {
    this.secrets = [config.secrets, ...config.previousSecrets];
  }

  /** @throws NOT_FOUND the application does not exist */
  async targetOf(applicationId: string): Promise<CommandTarget> {
    const kyc = await this.applications.findOneBy({ id: applicationId });
    if (kyc === null) throw new AppError('NOT_FOUND');
    return { customerId: kyc.userId };
  }

  /**
   * Locks an application and its customer's row, so a decision and the customer's next application can't overlap.
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

  /** @throws CONFLICT the customer has submitted a newer application */
  async assertNewest(manager: EntityManager, { id, userId }: KycApplicationEntity): Promise<void> {
    const newest = await manager.findOneOrFail(KycApplicationEntity, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    if (newest.id !== id) throw newerApplicationError();
  }

  async save(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    kyc.revision += 1;
    await manager.save(kyc);
  }

  /**
   * Claims an application's SSN again after a rejection released it. Approvals call this too, because earlier releases
   * could reset an application without claiming its SSN. During a key rotation, the claim may use a newer key than the
   * application's recorded SSN digest does. In that case, the method returns a ledger submission with the application's
   * new digests, to be recorded with the decision (LED-70).
   *
   * @throws CONFLICT another customer has claimed the SSN in the meantime (KYC-29)
   */
  async claimSsn(
    manager: EntityManager,
    kyc: KycApplicationEntity,
    context: CommandContext,
  ): Promise<RowSubmission[]> {
    const ssn = this.ssnOf(kyc);
    const isOwn = await claimIdentity(manager, kyc.userId, ssn, this.secrets);
    if (!isOwn) throw new AppError('CONFLICT', 'This SSN now belongs to another customer');
    const index = currentIndexOf(ssn, this.secrets);
    if (kyc.digestSalt === null || kyc.ssnIndex?.equals(index) === true) return [];
    kyc.ssnIndex = index;
    return [await submissionAudit(manager, kyc, 'rotation', context)];
  }

  /**
   * Compares an application with what its customer submitted, before it is approved (KYC-50). An application without a
   * salt was submitted before the log recorded digests. It gets its salt and SSN digest now.
   *
   * @throws KYC_CHANGED the application is not what was submitted
   */
  async assertAsSubmitted(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    if (!(await isAsSubmitted(manager, kyc))) throw new AppError('KYC_CHANGED');
    if (kyc.digestSalt !== null) return;
    kyc.ssnIndex = currentIndexOf(this.ssnOf(kyc), this.secrets);
    kyc.digestSalt = newSalt();
  }

  /**
   * Releases a rejected application's SSN, unless another of the customer's applications has the same SSN and is not
   * rejected (KYC-29).
   */
  async releaseSsn(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    const others = await manager.findBy(KycApplicationEntity, {
      userId: kyc.userId,
      id: Not(kyc.id),
      status: Not('rejected'),
    });
    const ssn = this.ssnOf(kyc);
    if (others.some((other) => this.ssnOf(other) === ssn)) return;
    await releaseIdentity(manager, kyc.userId, ssn, this.secrets);
  }

  async alreadyDecided({ status, reviewedAt, reviewedBy }: KycApplicationEntity): Promise<AppError> {
    const admin = reviewedBy === null ? null : await this.users.findById(reviewedBy);
    return alreadyDecidedError({ status, by: admin, at: reviewedAt });
  }

  ssnOf({ ssnCiphertext }: KycApplicationEntity): string {
    const keys = this.secrets.map(({ ssnEncryption }) => ssnEncryption);
    return unseal(ssnCiphertext, keys);
  }
}

/** @throws CONFLICT the application has changed since `expectedRevision` (KYC-21) */
export function assertRevision(kyc: KycApplicationEntity, expectedRevision: number | undefined): void {
  if (expectedRevision === undefined || expectedRevision === kyc.revision) return;
  throw new AppError('CONFLICT', 'This application has changed since you opened it. Reload and try again');
}

type KycEventType = Exclude<
  Extract<AuditEvent, { payload: { kycId: string } }>['type'],
  'KycSubmitted' | 'KycApproved'
>;

/** Builds the submission that records an admin's action on an application. */
export function kycAudit(
  { id, userId }: KycApplicationEntity,
  type: KycEventType,
  context: CommandContext,
): RowSubmission {
  const event = { type, payload: { kycId: id, userId } };
  return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
}
