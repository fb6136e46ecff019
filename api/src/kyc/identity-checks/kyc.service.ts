import { Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager } from 'typeorm';
import { hasDocument } from '@moniker/common/applications.js';
import { mapAccountRequest } from '../account-requests/account-request.dto.js';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { objectIdOf, ObjectsService } from '../documents/objects.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import { documentIdsOf, attachmentOf } from './documents.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { KycApplicationEntity, type LatestKyc } from './kyc-application.entity.js';
import {
  mapKyc,
  type KycStatusDto,
  type RejectedApplicationDto,
  type UploadDocumentBody,
} from './kyc.dto.js';

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

/** The applications of customers, and their documents. */
@OwnsPersonalData()
@Injectable()
export class KycService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    private readonly requests: AccountRequestsService,
    private readonly objects: ObjectsService,
    private readonly dataSource: DataSource,
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

  /**
   * Replaces a document of the customer's pending or rejected application (KYC-17).
   *
   * @throws NOT_FOUND the customer has no application
   * @throws ALREADY_DECIDED the application is approved
   * @throws VALIDATION_FAILED the document does not fit the application
   */
  async replaceDocument(
    userId: string,
    { documentType, documentUrl }: UploadDocumentBody,
  ): Promise<KycStatusDto> {
    const objectId = objectIdOf(documentUrl) ?? '';
    await this.dataSource.transaction(async (manager) => {
      await lockApplicant(manager, userId);
      const [kyc, ...earlier] = await applicationsOf(manager, userId);
      if (kyc === undefined) throw new AppError('NOT_FOUND', 'There is no application to add a document to');
      if (kyc.status === 'approved') throw new AppError('ALREADY_DECIDED');
      if (!hasDocument(kyc.accountType, documentType)) {
        throw new AppError('VALIDATION_FAILED', `${documentType} is for business accounts only`, {
          fields: ['documentType'],
        });
      }
      const previous = kyc[documentType];
      if (previous === objectId) return;
      const document = attachmentOf(documentType, objectId, 'documentUrl');
      await this.objects.attach(manager, userId, [document], new Set());
      await manager.update(
        KycApplicationEntity,
        { id: kyc.id },
        { [documentType]: objectId, revision: kyc.revision + 1 },
      );
      const isUsedElsewhere = earlier.some((application) =>
        documentIdsOf(application).some((id) => id === previous),
      );
      if (previous !== null && !isUsedElsewhere) await this.objects.discard(manager, [previous]);
    });
    return this.statusOf(userId);
  }

  /** Deletes a user's applications and documents and releases their SSN. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
    await manager.delete(KycApplicationEntity, { userId });
    await manager.query('delete from identity_claim where user_id = $1', [userId]);
    await this.objects.discardAllOf(manager, userId);
  }
}
