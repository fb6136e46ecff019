import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { parseSsn } from '@moniker/common/ssn.js';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { newSalt } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { newId } from '../../platform/crypto/new-id.js';
import { seal, unseal } from '../../platform/crypto/sealed-text.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { UsersService } from '../../identity/users/users.service.js';
import { applicationsOf, lockApplicant } from './applications-of.js';
import { ApplicationDocuments } from './application-documents.service.js';
import { duplicateSsnAudit, DuplicateSsnAnswers } from './duplicate-ssn-answers.service.js';
import { claimIdentity } from './identity-claims.js';
import { KycApplicationEntity } from './kyc-application.entity.js';
import type { CreateKycBody, KycStatusDto } from './kyc.dto.js';
import { REQUIRED } from './kyc-fields.js';
import { KycService } from './kyc.service.js';
import { isAsSubmitted, submissionAudit } from './identity-digests.js';
import { ssnIndexOf } from './ssn.js';
import { SubmitKycCommand } from './submit-kyc.command.js';

/** An application creates a KYC record and an account request, both pending (KYC-1). */
@CommandHandler(SubmitKycCommand)
export class SubmitKycHandler implements ICommandHandler<SubmitKycCommand> {
  constructor(
    private readonly kyc: KycService,
    private readonly requests: AccountRequestsService,
    private readonly users: UsersService,
    private readonly documents: ApplicationDocuments,
    private readonly duplicates: DuplicateSsnAnswers,
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws PHONE_REQUIRED the user has no phone number (KYC-10)
   * @throws APPLICATION_EXISTS the user has an open application (KYC-12)
   * @throws SSN_DUPLICATE the SSN belongs to another user (KYC-11)
   * @throws TOO_MANY_REQUESTS the user has been told too often that an SSN belongs to someone else (KYC-28)
   * @throws VALIDATION_FAILED the SSN is missing or impossible (KYC-9), a document is missing or cannot be attached
   * (KYC-6, KYC-7, KYC-8), or a personal application names a company
   */
  async execute({
    userId,
    application: body,
    context,
    idempotency,
  }: SubmitKycCommand): Promise<IdempotentResponse<KycStatusDto>> {
    const ssn = parseTypedSsn(body.ssn);
    if (body.accountType === 'personal' && body.companyName) {
      throw new AppError('VALIDATION_FAILED', 'companyName is for business accounts only', {
        fields: ['companyName'],
      });
    }
    const user = await this.users.findById(userId);
    if (!user?.phoneNumber) throw new AppError('PHONE_REQUIRED', undefined, { phoneNumberRequired: true });
    const result = await this.ledger.transaction(async (manager, submit) => {
      await lockApplicant(manager, userId);
      let kyc: KycApplicationEntity | null;
      try {
        // A savepoint: if the SSN is refused as a duplicate, the application is undone and only the record of the
        // refusal is committed.
        kyc = await manager.transaction(async (nested) => {
          if (await this.keys.isRepeated(nested, context, idempotency)) return null;
          return this.submit(nested, userId, body, ssn);
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SSN_DUPLICATE') throw error;
        receiptOrThrow(await submit(duplicateSsnAudit(userId, context)));
        return error;
      }
      if (kyc === null) return 'repeated';
      receiptOrThrow(await submit(await submissionAudit(manager, kyc, 'submission', context)));
      return 'submitted';
    });
    if (result instanceof AppError) throw result;
    return new IdempotentResponse(await this.kyc.statusOf(userId), result === 'repeated');
  }

  /**
   * Saves an application with its documents and its account request. Claims the SSN only once the application is known
   * to be complete, because refusing an SSN reveals that the SSN's owner is a customer (KYC-28).
   */
  private async submit(
    manager: EntityManager,
    userId: string,
    body: CreateKycBody,
    typedSsn: string | null,
  ): Promise<KycApplicationEntity> {
    const [last] = await applicationsOf(manager, userId);
    await assertMayApply(manager, userId, last);
    // If the last application was changed behind the bank's back, nothing is carried over from it (KYC-67).
    const source = last !== undefined && (await isAsSubmitted(manager, last)) ? last : null;
    const ssn = typedSsn ?? this.lastSsn(source);
    await this.duplicates.assertAllowed(manager, userId);
    const kyc = this.newApplication(userId, body, ssn);
    await manager.insert(KycApplicationEntity, kyc);
    await this.documents.attach(manager, kyc, body, source);
    const { secrets, previousSecrets } = this.config;
    const isOwn = await claimIdentity(manager, userId, ssn, [secrets, ...previousSecrets]);
    if (!isOwn) throw new AppError('SSN_DUPLICATE', undefined, { ssnDuplicate: true });
    await this.requests.createPending(manager, userId, body.accountType);
    return kyc;
  }

  /** @throws VALIDATION_FAILED there is no unaltered earlier application to take the SSN from (KYC-66, KYC-67) */
  private lastSsn(source: KycApplicationEntity | null): string {
    if (source === null) throw new AppError('VALIDATION_FAILED', REQUIRED, { fields: ['ssn'] });
    const { secrets, previousSecrets } = this.config;
    return unseal(
      source.ssnCiphertext,
      [secrets, ...previousSecrets].map(({ ssnEncryption }) => ssnEncryption),
    );
  }

  private newApplication(userId: string, body: CreateKycBody, ssn: string): KycApplicationEntity {
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
      ssnCiphertext: seal(ssn, this.config.secrets.ssnEncryption),
      ssnIndex: ssnIndexOf(ssn, this.config.secrets.ssnIndex),
      digestSalt: newSalt(),
      adminNotes: null,
      submittedAt: now,
      reviewedAt: null,
      reviewedBy: null,
      createdAt: now,
      revision: 1,
    };
  }
}

/**
 * Returns a request's SSN. Returns null if it was left out; the last application's SSN is then used (KYC-66).
 *
 * @throws VALIDATION_FAILED the SSN is impossible (KYC-9)
 */
function parseTypedSsn(typed: string | null | undefined): string | null {
  if (!typed) return null;
  const ssn = parseSsn(typed);
  if (ssn === null) throw new AppError('VALIDATION_FAILED', 'SSN is not valid', { fields: ['ssn'] });
  return ssn;
}

/**
 * A user may apply again only after a rejected identity check or a rejected account request (KYC-12, KYC-16).
 *
 * @throws APPLICATION_EXISTS the user is not allowed to apply again
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
