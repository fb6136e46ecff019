import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import type { AuditEvent } from '../ledger/domain/events.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext, Submission } from '../ledger/writer/submission.js';
import { MailService } from '../mail/mail.service.js';
import type { Config, Secrets } from '../platform/config/config.js';
import { unseal } from '../platform/crypto/sealed-text.js';
import { AppError } from '../platform/http/app-error.js';
import { accepted } from '../platform/http/refusal-error.js';
import { CLOCK, CONFIG, type Clock } from '../platform/platform.module.js';
import { USER_SUMMARY_SQL, type UserSummaryDto } from '../users/user-summary.dto.js';
import { UsersService } from '../users/users.service.js';
import { mapAdminKyc, type AdminKycApplicationDto, type SsnDto } from './admin-kyc.dto.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import { formatSsn, mentionsSsn } from './ssn.js';

const MAX_LISTED = 500;

/** An admin's decision; `notes` may be empty when approving. */
export interface Decision {
  readonly status: 'approved' | 'rejected';
  readonly notes: string;
}

/** What admins see and decide of KYC applications (spec.md §4). Each decision is in the log with its row. */
@Injectable()
export class KycReviewService {
  private readonly secrets: Secrets;

  constructor(
    @InjectRepository(KycApplicationEntity) private readonly applications: Repository<KycApplicationEntity>,
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly mail: MailService,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.secrets = config.secrets;
  }

  /** All applications, newest first. */
  async list(): Promise<AdminKycApplicationDto[]> {
    const applications = await this.applications.find({
      order: { createdAt: 'DESC', id: 'DESC' },
      take: MAX_LISTED,
    });
    const users = await this.summariesOf(applications.map(({ userId }) => userId));
    return applications.flatMap((kyc) => {
      const user = users.get(kyc.userId);
      return user === undefined ? [] : [mapAdminKyc(kyc, user, this.ssnOf(kyc))];
    });
  }

  /** Approves or rejects a pending application. Throws NOT_FOUND and ALREADY_DECIDED. */
  async decide(
    id: string,
    { status, notes }: Decision,
    adminId: string,
    context: CommandContext,
  ): Promise<AdminKycApplicationDto> {
    return this.change(
      id,
      context,
      status === 'approved' ? 'KycApproved' : 'KycRejected',
      async (kyc, manager) => {
        if (kyc.status !== 'pending') throw await this.alreadyDecided(kyc);
        if (mentionsSsn(notes, this.ssnOf(kyc))) {
          throw new AppError('VALIDATION_FAILED', 'Notes must not contain the SSN', { fields: ['notes'] });
        }
        kyc.status = status;
        kyc.adminNotes = notes || null;
        kyc.reviewedAt = this.now();
        kyc.reviewedBy = adminId;
        const mail = { template: `kyc-${status}`, userId: kyc.userId } as const;
        await this.mail.queue(manager, status === 'rejected' ? { ...mail, secret: notes } : mail);
      },
    );
  }

  /** Takes a rejection back. Throws NOT_FOUND, ALREADY_DECIDED, and CONFLICT where a newer application exists. */
  async reset(id: string, context: CommandContext): Promise<AdminKycApplicationDto> {
    return this.change(id, context, 'KycReset', async (kyc, manager) => {
      if (kyc.status === 'pending')
        throw new AppError('ALREADY_DECIDED', 'This application is already pending');
      if (kyc.status === 'approved') throw await this.alreadyDecided(kyc);
      const newest = await manager.findOne(KycApplicationEntity, {
        where: { userId: kyc.userId },
        order: { createdAt: 'DESC', id: 'DESC' },
      });
      if (newest?.id !== kyc.id)
        throw new AppError('CONFLICT', 'This customer has submitted a newer application');
      kyc.status = 'pending';
      kyc.reviewedAt = null;
      kyc.reviewedBy = null;
    });
  }

  /** The whole SSN of an applicant. Nothing is decrypted before the reading is in the log. */
  async readSsn(id: string, context: CommandContext): Promise<SsnDto> {
    const kyc = await this.applications.findOneBy({ id });
    if (kyc === null) throw new AppError('NOT_FOUND');
    await this.users.getById(kyc.userId);
    accepted(await this.ledger.submit(auditOf(kyc, 'SsnRead', context)));
    return { ssn: formatSsn(this.ssnOf(kyc)) };
  }

  /** One change of an application, with its audit event, in one transaction. */
  private async change(
    id: string,
    context: CommandContext,
    event: KycEventType,
    apply: (kyc: KycApplicationEntity, manager: EntityManager) => Promise<void>,
  ): Promise<AdminKycApplicationDto> {
    return this.dataSource.transaction(async (manager) => {
      const found = await manager.findOneBy(KycApplicationEntity, { id });
      if (found === null) throw new AppError('NOT_FOUND');
      const user = await this.lockApplicant(manager, found.userId);
      const kyc = await manager.findOneOrFail(KycApplicationEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      await apply(kyc, manager);
      await manager.save(kyc);
      accepted(await this.ledger.submitWithin(manager, auditOf(kyc, event, context)));
      return mapAdminKyc(kyc, user, this.ssnOf(kyc));
    });
  }

  /** Applying and deciding on an application wait for each other. Throws NOT_FOUND for a deleted user. */
  private async lockApplicant(manager: EntityManager, userId: string): Promise<UserSummaryDto> {
    const rows = await manager.query<{ user: UserSummaryDto }[]>(
      `select ${USER_SUMMARY_SQL} as "user" from app_user u where u.id = $1 and u.deleted_at is null
         for no key update`,
      [userId],
    );
    const [row] = rows;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row.user;
  }

  private async alreadyDecided({ status, reviewedAt, reviewedBy }: KycApplicationEntity): Promise<AppError> {
    const admin = reviewedBy === null ? null : await this.users.findById(reviewedBy);
    const by = admin === null ? '' : ` by ${admin.firstName} ${admin.lastName}`;
    const at = reviewedAt === null ? '' : ` at ${reviewedAt.toISOString()}`;
    return new AppError('ALREADY_DECIDED', `This was already decided: ${status}${by}${at}`);
  }

  private ssnOf({ ssnCiphertext }: KycApplicationEntity): string {
    return unseal(ssnCiphertext, this.secrets.ssnEncryption);
  }

  private async summariesOf(userIds: readonly string[]): Promise<Map<string, UserSummaryDto>> {
    const rows = await this.dataSource.query<{ user: UserSummaryDto }[]>(
      `select ${USER_SUMMARY_SQL} as "user" from app_user u where u.id = any($1::uuid[]) and u.deleted_at is null`,
      [userIds],
    );
    return new Map(rows.map(({ user }) => [user.id, user]));
  }
}

type KycEventType = Extract<AuditEvent, { payload: { kycId: string } }>['type'];

function auditOf(
  { id, userId }: KycApplicationEntity,
  type: KycEventType,
  context: CommandContext,
): Submission {
  const event = { type, payload: { kycId: id, userId } };
  return { command: { type: 'RecordAudit', stream: `kyc:${id}`, event }, context };
}
