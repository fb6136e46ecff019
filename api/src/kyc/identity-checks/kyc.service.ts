import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import type { EntityManager } from 'typeorm';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import { type DocumentRow, documentsSql } from './documents.js';
import { KycApplicationEntity, type LatestKyc } from './kyc-application.entity.js';
import {
  mapKyc,
  mapKycSummary,
  type KycStatusDto,
  type KycSummaryDto,
  type RejectedApplicationDto,
} from './kyc.dto.js';

const LATEST_COLUMNS = `k.id, k.status, k.account_type as "accountType", k.company_name as "companyName",
    k.admin_notes as "adminNotes", k.submitted_at as "submittedAt", k.reviewed_at as "reviewedAt"`;

const LATEST = 'from kyc_application k where k.user_id = $1 order by k.created_at desc, k.id desc limit 1';

const SELECT_LATEST = `select ${LATEST_COLUMNS} ${LATEST}`;

const SELECT_WITH_DOCUMENTS = `select ${LATEST_COLUMNS}, ${documentsSql('k')} as documents ${LATEST}`;

const SELECT_ENTERED = `
  select k.account_type as "accountType", k.first_name as "firstName", k.last_name as "lastName",
    k.company_name as "companyName", k.street, k.city, k.state, k.zip_code as "zipCode",
    k.status = 'rejected' or (select r.status = 'rejected' from account_request r
      where r.user_id = $1 order by r.created_at desc, r.id desc limit 1) as "isRejected"
  ${LATEST}`;

/** The applications of customers. */
@OwnsPersonalData('kyc_application', 'identity_claim')
@Injectable()
export class KycService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    private readonly requests: AccountRequestsService,
  ) {}

  /** Returns the customer's newest application, or null. */
  async latestOf(userId: string): Promise<LatestKyc | null> {
    const [latest] = await this.reads.query<LatestKyc>(SELECT_LATEST, [userId]);
    return latest ?? null;
  }

  /** @throws NOT_FOUND the customer has no application, or the newest one is not rejected */
  async rejectedOf(userId: string): Promise<RejectedApplicationDto> {
    type Entered = RejectedApplicationDto & { readonly isRejected: boolean | null };
    const [entered] = await this.reads.query<Entered>(SELECT_ENTERED, [userId]);
    if (entered?.isRejected !== true) throw new AppError('NOT_FOUND');
    const { isRejected: _, ...application } = entered;
    return application;
  }

  async statusOf(userId: string): Promise<KycStatusDto> {
    const [[kyc], request] = await Promise.all([
      this.reads.query<LatestKyc & { readonly documents: DocumentRow[] }>(SELECT_WITH_DOCUMENTS, [userId]),
      this.requests.latestOf(userId),
    ]);
    return {
      kyc: kyc === undefined ? null : mapKyc(kyc, kyc.documents),
      accountRequest: request,
    };
  }

  /** Returns the same as `statusOf` without documents, for open dashboards, which poll it often. */
  async summaryOf(userId: string): Promise<Omit<KycStatusDto, 'kyc'> & { kyc: KycSummaryDto | null }> {
    const [kyc, request] = await Promise.all([this.latestOf(userId), this.requests.latestOf(userId)]);
    return {
      kyc: kyc === null ? null : mapKycSummary(kyc),
      accountRequest: request,
    };
  }

  /** Deletes a user's applications, and with them which documents they have, and releases their SSN. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.delete(KycApplicationEntity, { userId });
    await manager.query('delete from identity_claim where user_id = $1', [userId]);
  }
}
