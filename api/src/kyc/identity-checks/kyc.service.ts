import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import type { EntityManager } from 'typeorm';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { selectList } from '../../platform/database/select.js';
import { AppError } from '../../http/app-error.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import {
  ENTERED_COLUMNS,
  CUSTOMER_KYC_COLUMNS,
  KYC_SUMMARY_COLUMNS,
  type KycDto,
  type KycStatusDto,
  type KycSummaryDto,
  type EnteredDetailsDto,
  REQUEST_STATUS_SQL,
} from './kyc.dto.js';

const LATEST = 'from kyc_application k where k.user_id = $1 order by k.created_at desc, k.id desc limit 1';

const SELECT_LATEST = `select ${selectList(KYC_SUMMARY_COLUMNS)} ${LATEST}`;

const SELECT_WITH_DOCUMENTS = `select ${selectList(CUSTOMER_KYC_COLUMNS)} ${LATEST}`;

const SELECT_COMPANY = `select k.company_name as "companyName" ${LATEST}`;

const SELECT_ENTERED = `
  select ${selectList(ENTERED_COLUMNS)},
    k.status = 'rejected' or ${REQUEST_STATUS_SQL} = 'rejected' as "isRejected"
  ${LATEST}`;

/** Customers' applications. */
@OwnsPersonalData('kyc_application', 'identity_claim')
@Injectable()
export class KycService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    private readonly requests: AccountRequestsService,
  ) {}

  /** Returns the company in the customer's newest application, or null. */
  async companyOf(userId: string): Promise<string | null> {
    const [latest] = await this.reads.query<{ companyName: string | null }>(SELECT_COMPANY, [userId]);
    return latest?.companyName ?? null;
  }

  /**
   * @throws NOT_FOUND the customer has no application, or neither the newest application nor the newest account
   * request is rejected
   */
  async rejectedOf(userId: string): Promise<EnteredDetailsDto> {
    type Entered = EnteredDetailsDto & { readonly isRejected: boolean | null };
    const [entered] = await this.reads.query<Entered>(SELECT_ENTERED, [userId]);
    if (entered?.isRejected !== true) throw new AppError('NOT_FOUND');
    return entered;
  }

  async statusOf(userId: string): Promise<KycStatusDto> {
    const [[kyc], accountRequest] = await Promise.all([
      this.reads.query<KycDto>(SELECT_WITH_DOCUMENTS, [userId]),
      this.requests.latestOf(userId),
    ]);
    return { kyc: kyc ?? null, accountRequest };
  }

  /** Returns the same as `statusOf` but without documents, for open dashboards, which poll it often. */
  async summaryOf(userId: string): Promise<Omit<KycStatusDto, 'kyc'> & { kyc: KycSummaryDto | null }> {
    const [[kyc], accountRequest] = await Promise.all([
      this.reads.query<KycSummaryDto>(SELECT_LATEST, [userId]),
      this.requests.latestOf(userId),
    ]);
    return { kyc: kyc ?? null, accountRequest };
  }

  /** Deletes a user's applications, including the list of their documents, and releases their SSN. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.delete(KycApplicationEntity, { userId });
    await manager.query('delete from identity_claim where user_id = $1', [userId]);
  }
}
