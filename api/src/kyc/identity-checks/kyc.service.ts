import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import type { EntityManager } from 'typeorm';
import { mapAccountRequest } from '../account-requests/account-request.dto.js';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { ObjectsService } from '../documents/objects.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import { KycApplicationEntity, type LatestKyc } from './kyc-application.entity.js';
import { mapKyc, type KycStatusDto, type RejectedApplicationDto } from './kyc.dto.js';

const SELECT_LATEST = `
  select id, status, account_type as "accountType", company_name as "companyName", admin_notes as "adminNotes",
    submitted_at as "submittedAt", reviewed_at as "reviewedAt"
  from kyc_application where user_id = $1 order by created_at desc, id desc limit 1`;

const SELECT_ENTERED = `
  select k.account_type as "accountType", k.first_name as "firstName", k.last_name as "lastName",
    k.company_name as "companyName", k.street, k.city, k.state, k.zip_code as "zipCode",
    k.status = 'rejected' or (select r.status = 'rejected' from account_request r
      where r.user_id = $1 order by r.created_at desc, r.id desc limit 1) as "isRejected"
  from kyc_application k where k.user_id = $1 order by k.created_at desc, k.id desc limit 1`;

/** The applications of customers. */
@OwnsPersonalData()
@Injectable()
export class KycService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    private readonly requests: AccountRequestsService,
    private readonly objects: ObjectsService,
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
    const [kyc, request] = await Promise.all([this.latestOf(userId), this.requests.latestOf(userId)]);
    return {
      kyc: kyc === null ? null : mapKyc(kyc),
      accountRequest: request === null ? null : mapAccountRequest(request),
    };
  }

  /** Deletes a user's applications and documents and releases their SSN. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.delete(KycApplicationEntity, { userId });
    await manager.query('delete from identity_claim where user_id = $1', [userId]);
    await this.objects.discardAllOf(manager, userId);
  }
}
