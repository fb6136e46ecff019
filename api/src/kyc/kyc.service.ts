import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CommandContext } from '../ledger/writer/submission.js';
import { mapAccountRequest } from '../account-requests/account-request.dto.js';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { objectIdOf, ObjectsService } from '../objects/objects.service.js';
import type { Config } from '../platform/config/config.js';
import { newId } from '../platform/crypto/new-id.js';
import { seal } from '../platform/crypto/sealed-text.js';
import { PreparedReads } from '../platform/database/prepared-reads.service.js';
import { AppError } from '../http/app-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/users.service.js';
import { hasDocument, DOCUMENT_FIELDS, type DocumentIds, documentIdsOf, attachmentOf } from './documents.js';
import { DuplicateSsnAnswers } from './duplicate-ssn-answers.service.js';
import { claimIdentity } from './identity-claims.js';
import { KycApplicationEntity, type LatestKyc } from './kyc-application.entity.js';
import { type CreateKycBody, mapKyc, type KycStatusDto, type UploadDocumentBody } from './kyc.dto.js';
import { parseSsn } from './ssn.js';

const SELECT_LATEST = `
  select id, status, account_type as "accountType", company_name as "companyName", admin_notes as "adminNotes",
    submitted_at as "submittedAt", reviewed_at as "reviewedAt"
  from kyc_application where user_id = $1 order by created_at desc, id desc limit 1`;

/** A valid application of a user who may apply. */
interface Submission {
  readonly body: CreateKycBody;
  readonly ssn: string;
  /** The user's earlier applications. */
  readonly earlier: readonly KycApplicationEntity[];
}

/** Identity verification. An application creates a KYC record and an account request, both pending (KYC-1). */
@Injectable()
export class KycService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly requests: AccountRequestsService,
    private readonly users: UsersService,
    private readonly objects: ObjectsService,
    private readonly duplicates: DuplicateSsnAnswers,
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns the customer's newest application, or null. */
  async latestOf(userId: string): Promise<LatestKyc | null> {
    const [latest] = await this.reads.query<LatestKyc>(SELECT_LATEST, [userId]);
    return latest ?? null;
  }

  async statusOf(userId: string): Promise<KycStatusDto> {
    const [kyc, request] = await Promise.all([this.latestOf(userId), this.requests.latestOf(userId)]);
    return {
      kyc: kyc === null ? null : mapKyc(kyc),
      accountRequest: request === null ? null : mapAccountRequest(request),
    };
  }

  /**
   * Submits an application (KYC-1).
   *
   * @throws PHONE_REQUIRED the user has no phone number (KYC-10)
   * @throws APPLICATION_EXISTS the user has an open application (KYC-12)
   * @throws SSN_DUPLICATE the SSN belongs to another user (KYC-11)
   * @throws TOO_MANY_REQUESTS the user has learned this too often (KYC-28)
   * @throws VALIDATION_FAILED the SSN is impossible (KYC-9), or a document is missing or of the wrong type (KYC-8)
   */
  async apply(userId: string, body: CreateKycBody, context: CommandContext): Promise<KycStatusDto> {
    const ssn = parseSsn(body.ssn);
    if (ssn === null) throw new AppError('VALIDATION_FAILED', 'SSN is not valid', { fields: ['ssn'] });
    if (body.accountType === 'personal' && body.companyName) {
      throw new AppError('VALIDATION_FAILED', 'companyName is for business accounts only', {
        fields: ['companyName'],
      });
    }
    const user = await this.users.findById(userId);
    if (!user?.phoneNumber) throw new AppError('PHONE_REQUIRED', undefined, { phoneNumberRequired: true });
    const refusal = await this.dataSource.transaction(async (manager) => {
      await lockApplicant(manager, userId);
      const earlier = await applicationsOf(manager, userId);
      await assertMayApply(manager, userId, earlier[0]);
      await this.duplicates.assertAllowed(manager, userId);
      try {
        // A savepoint: a refused application is undone, and only the record of its refusal is committed.
        await manager.transaction((nested) => this.submit(nested, userId, { body, ssn, earlier }));
        return null;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SSN_DUPLICATE') throw error;
        await this.duplicates.record(manager, userId, context);
        return error;
      }
    });
    if (refusal !== null) throw refusal;
    return this.statusOf(userId);
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

  /** Deletes a user's applications and documents and releases their SSN, in the caller's transaction. */
  async eraseOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(KycApplicationEntity, { userId });
    await manager.query('delete from identity_claim where user_id = $1', [userId]);
    await this.objects.discardAllOf(manager, userId);
  }

  /** Claims the SSN only for complete applications: its refusal reveals who is a customer (KYC-28). */
  private async submit(
    manager: EntityManager,
    userId: string,
    { body, ssn, earlier }: Submission,
  ): Promise<void> {
    const documents = await this.attachDocuments(manager, userId, body, earlier);
    const { secrets, previousSecrets } = this.config;
    const isOwn = await claimIdentity(manager, userId, ssn, [secrets, ...previousSecrets]);
    if (!isOwn) throw new AppError('SSN_DUPLICATE', undefined, { ssnDuplicate: true });
    await manager.insert(KycApplicationEntity, this.newApplication(userId, body, ssn, documents));
    await this.requests.createPending(manager, userId, body.accountType);
  }

  /** Attaches the documents of a new application. Documents of earlier applications may be reused (KYC-16). */
  private async attachDocuments(
    manager: EntityManager,
    userId: string,
    body: CreateKycBody,
    earlier: readonly KycApplicationEntity[],
  ): Promise<DocumentIds> {
    const documents = {
      drivingLicenseFront: objectIdOf(body.drivingLicenseFront),
      drivingLicenseBack: objectIdOf(body.drivingLicenseBack),
      llcDocument: objectIdOf(body.llcDocument),
      einDocument: objectIdOf(body.einDocument),
    };
    const attachments = DOCUMENT_FIELDS.flatMap((field) => {
      const objectId = documents[field];
      return objectId === null ? [] : [attachmentOf(field, objectId)];
    });
    await this.objects.attach(manager, userId, attachments, new Set(earlier.flatMap(documentIdsOf)));
    return documents;
  }

  private newApplication(
    userId: string,
    body: CreateKycBody,
    ssn: string,
    documents: DocumentIds,
  ): Partial<KycApplicationEntity> {
    const { accountType, firstName, lastName, companyName, street, city, state, zipCode } = body;
    const now = this.now();
    return {
      id: newId(),
      userId,
      status: 'pending',
      accountType,
      firstName,
      lastName,
      companyName: companyName || null,
      street,
      city,
      state: state.toUpperCase(),
      zipCode,
      ...documents,
      ssnCiphertext: seal(ssn, this.config.secrets.ssnEncryption),
      submittedAt: now,
      createdAt: now,
      revision: 1,
    };
  }
}

/** Locks the user's row, so that changes to one user's applications run one after the other (KYC-12). */
async function lockApplicant(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('select 1 from app_user where id = $1 for no key update', [userId]);
}

/** Returns the user's applications, newest first. */
function applicationsOf(manager: EntityManager, userId: string): Promise<KycApplicationEntity[]> {
  return manager.find(KycApplicationEntity, {
    where: { userId },
    order: { createdAt: 'DESC', id: 'DESC' },
  });
}

/**
 * A user may apply again only after a rejected identity check or a rejected account request (KYC-12, KYC-16).
 *
 * @throws APPLICATION_EXISTS otherwise
 */
async function assertMayApply(
  manager: EntityManager,
  userId: string,
  kyc: KycApplicationEntity | undefined,
): Promise<void> {
  const [request] = await manager.query<{ status: string }[]>(
    'select status from account_request where user_id = $1 order by created_at desc, id desc limit 1',
    [userId],
  );
  const isOpen = kyc !== undefined && kyc.status !== 'rejected' && request?.status !== 'rejected';
  if (isOpen) throw new AppError('APPLICATION_EXISTS');
}
