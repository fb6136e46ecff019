import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Not, Repository } from 'typeorm';
import type { AuditEvent } from '../ledger/domain/events.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext, Submission } from '../ledger/writer/submission.js';
import { MailService } from '../mail/mail.service.js';
import type { Config } from '../platform/config/config.js';
import { unseal } from '../platform/crypto/sealed-text.js';
import { alreadyDecidedError } from '../http/already-decided-error.js';
import { AppError } from '../http/app-error.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/users.service.js';
import type { SsnDto } from './admin-kyc.dto.js';
import { type AllSecrets, claimIdentity, releaseIdentity } from './identity-claims.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { formatSsn, containsSsn } from './ssn.js';

/** An admin's decision. `notes` may be empty for an approval. */
export interface KycDecision {
  readonly status: 'approved' | 'rejected';
  readonly notes: string;
  /** The revision of the application that the admin saw, if the client sent it. */
  readonly expectedRevision: number | undefined;
}

/** Decisions of admins on KYC applications. The row, its event and its mail are one transaction (KYC-18). */
@Injectable()
export class KycReviewService {
  /** The current secrets, followed by older ones. */
  private readonly secrets: AllSecrets;

  constructor(
    @InjectRepository(KycApplicationEntity) private readonly applications: Repository<KycApplicationEntity>,
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly mail: MailService,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.secrets = [config.secrets, ...config.previousSecrets];
  }

  /**
   * Approves or rejects a pending application (KYC-18, KYC-19).
   *
   * @throws NOT_FOUND the application does not exist
   * @throws ALREADY_DECIDED the application is not pending
   * @throws CONFLICT the application has changed since `expectedRevision` (KYC-21), or another customer has claimed its
   *   SSN (KYC-29)
   * @throws VALIDATION_FAILED the notes contain the SSN (KYC-23)
   */
  async decide(
    id: string,
    { status, notes, expectedRevision }: KycDecision,
    adminId: string,
    context: CommandContext,
  ): Promise<void> {
    await this.change(
      id,
      context,
      status === 'approved' ? 'KycApproved' : 'KycRejected',
      async (kyc, manager) => {
        if (kyc.status !== 'pending') throw await this.alreadyDecided(kyc);
        if (expectedRevision !== undefined && expectedRevision !== kyc.revision) {
          throw new AppError(
            'CONFLICT',
            'This application has changed since you opened it. Please look again',
          );
        }
        if (containsSsn(notes, this.ssnOf(kyc))) {
          throw new AppError('VALIDATION_FAILED', 'Notes must not contain the SSN', { fields: ['notes'] });
        }
        if (status === 'approved') await this.claim(manager, kyc);
        else await this.release(manager, kyc);
        kyc.status = status;
        kyc.adminNotes = notes || null;
        kyc.reviewedAt = this.now();
        kyc.reviewedBy = adminId;
        const mail = { template: `kyc-${status}`, userId: kyc.userId } as const;
        await this.mail.queue(manager, status === 'rejected' ? { ...mail, secret: notes } : mail);
      },
    );
  }

  /**
   * Resets a rejected application to pending (KYC-20).
   *
   * @throws NOT_FOUND the application does not exist
   * @throws ALREADY_DECIDED the application is pending or approved
   * @throws CONFLICT the customer has submitted a newer application, or another one has claimed the SSN (KYC-29)
   */
  async reset(id: string, context: CommandContext): Promise<void> {
    await this.change(id, context, 'KycReset', async (kyc, manager) => {
      if (kyc.status === 'pending')
        throw new AppError('ALREADY_DECIDED', 'This application is already pending');
      if (kyc.status === 'approved') throw await this.alreadyDecided(kyc);
      const newest = await manager.findOne(KycApplicationEntity, {
        where: { userId: kyc.userId },
        order: { createdAt: 'DESC', id: 'DESC' },
      });
      if (newest?.id !== kyc.id)
        throw new AppError('CONFLICT', 'This customer has submitted a newer application');
      await this.claim(manager, kyc);
      kyc.status = 'pending';
      kyc.reviewedAt = null;
      kyc.reviewedBy = null;
    });
  }

  /**
   * Returns an applicant's full SSN. The access is recorded as an event before anything is decrypted (KYC-24).
   *
   * @throws NOT_FOUND the application or its user does not exist
   */
  async readSsn(id: string, context: CommandContext): Promise<SsnDto> {
    const kyc = await this.applications.findOneBy({ id });
    if (kyc === null) throw new AppError('NOT_FOUND');
    await this.users.getById(kyc.userId);
    receiptOrThrow(await this.ledger.submit(auditSubmission(kyc, 'SsnRead', context)));
    return { ssn: formatSsn(this.ssnOf(kyc)) };
  }

  /** Changes an application and records the audit event, in one transaction. */
  private async change(
    id: string,
    context: CommandContext,
    event: KycEventType,
    apply: (kyc: KycApplicationEntity, manager: EntityManager) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(KycApplicationEntity, { id });
      if (found === null) throw new AppError('NOT_FOUND');
      // Serializes decisions with new applications of the same user.
      await this.users.lock(manager, found.userId);
      const kyc = await manager.findOneOrFail(KycApplicationEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      await apply(kyc, manager);
      kyc.revision += 1;
      await manager.save(kyc);
      receiptOrThrow(await this.ledger.submitWithin(manager, auditSubmission(kyc, event, context)));
    });
  }

  /** Claims the SSN of an application again. An approval does so too, in case a rejection has released the claim. */
  private async claim(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    const isOwn = await claimIdentity(manager, kyc.userId, this.ssnOf(kyc), this.secrets);
    if (!isOwn) throw new AppError('CONFLICT', 'This SSN belongs to another customer now');
  }

  /** Releases the SSN of a rejected application, unless another application of the customer has it too (KYC-29). */
  private async release(manager: EntityManager, kyc: KycApplicationEntity): Promise<void> {
    const others = await manager.findBy(KycApplicationEntity, {
      userId: kyc.userId,
      id: Not(kyc.id),
      status: Not('rejected'),
    });
    const ssn = this.ssnOf(kyc);
    if (others.some((other) => this.ssnOf(other) === ssn)) return;
    await releaseIdentity(manager, kyc.userId, ssn, this.secrets);
  }

  private async alreadyDecided({ status, reviewedAt, reviewedBy }: KycApplicationEntity): Promise<AppError> {
    const admin = reviewedBy === null ? null : await this.users.findById(reviewedBy);
    return alreadyDecidedError({ status, by: admin, at: reviewedAt });
  }

  private ssnOf({ ssnCiphertext }: KycApplicationEntity): string {
    return unseal(
      ssnCiphertext,
      this.secrets.map(({ ssnEncryption }) => ssnEncryption),
    );
  }
}

type KycEventType = Extract<AuditEvent, { payload: { kycId: string } }>['type'];

function auditSubmission(
  { id, userId }: KycApplicationEntity,
  type: KycEventType,
  context: CommandContext,
): Submission {
  const event = { type, payload: { kycId: id, userId } };
  return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
}
