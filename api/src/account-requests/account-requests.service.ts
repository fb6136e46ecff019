import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CommandContext } from '../ledger/writer/submission.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { newId } from '../platform/crypto/new-id.js';
import { PreparedReads } from '../platform/database/prepared-reads.service.js';
import { violatedUniqueConstraint } from '../platform/database/query-errors.js';
import { alreadyDecidedError } from '../http/already-decided-error.js';
import { AppError } from '../http/app-error.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { UsersService } from '../users/users.service.js';
import type { UpdateAccountRequestBody } from './account-request.dto.js';
import {
  AccountRequestEntity,
  type AccountType,
  type LatestAccountRequest,
} from './account-request.entity.js';

/** Default routing number and range of generated account numbers (ACC-4). */
const DEFAULT_ROUTING_NUMBER = '021000021';
const FIRST_ACCOUNT_NUMBER = 100_000_000;
const LAST_ACCOUNT_NUMBER = 999_999_999;
/** Attempts to generate a free account number. With 900 million candidates, even a second attempt is unlikely. */
const MAX_NUMBER_ATTEMPTS = 5;

const SELECT_LATEST = `
  select id, account_type as "accountType", status, status_message as "statusMessage",
    account_number as "accountNumber", routing_number as "routingNumber", approved_at as "approvedAt",
    created_at as "createdAt"
  from account_request where user_id = $1 order by created_at desc, id desc limit 1`;

/** Requests for a checking account, and the account numbers that their approval assigns. */
@Injectable()
export class AccountRequestsService {
  private readonly isKycRequired: boolean;

  constructor(
    private readonly reads: PreparedReads,
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.isKycRequired = config.isKycRequiredBeforeAccount;
  }

  /** Returns the customer's newest request, or null. Earlier requests were all rejected. */
  async latestOf(userId: string): Promise<LatestAccountRequest | null> {
    const [latest] = await this.reads.query<LatestAccountRequest>(SELECT_LATEST, [userId]);
    return latest ?? null;
  }

  /** Returns the customer's account number, or null while none is assigned. */
  async accountNumberOf(userId: string): Promise<string | null> {
    const request = await this.latestOf(userId);
    return request?.status === 'approved' ? request.accountNumber : null;
  }

  /**
   * Erases the notes and messages about a user, in the caller's transaction. Account numbers stay, so that none is ever
   * assigned twice.
   */
  async eraseTextsOf(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(AccountRequestEntity, { userId }, { statusMessage: null, adminNotes: null });
  }

  /** Inserts a pending request, in the caller's transaction. */
  async createPending(manager: EntityManager, userId: string, accountType: AccountType): Promise<void> {
    await manager.insert(AccountRequestEntity, {
      id: newId(),
      userId,
      accountType,
      status: 'pending',
      createdAt: this.now(),
      revision: 1,
    });
  }

  /**
   * Applies an admin's decision: the row and its audit event are one transaction (ACC-6). Approval assigns the given or
   * a generated account number (ACC-4).
   *
   * @throws NOT_FOUND the request does not exist
   * @throws ACCOUNT_NUMBER_TAKEN the given account number is in use (ACC-5)
   * @throws ACCOUNT_NUMBER_ASSIGNED the request is approved with other numbers (ACC-14)
   * @throws KYC_NOT_APPROVED the customer's identity check is not approved (ACC-15)
   * @throws ALREADY_DECIDED the request has changed since `expectedRevision`
   */
  async update(
    id: string,
    body: UpdateAccountRequestBody,
    adminId: string,
    context: CommandContext,
  ): Promise<void> {
    const isGenerated = body.accountNumber === undefined || body.accountNumber === '';
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.dataSource.transaction((manager) => this.decide(manager, id, body, adminId, context));
        return;
      } catch (error) {
        if (violatedUniqueConstraint(error) === null) throw error;
        if (!isGenerated || attempt >= MAX_NUMBER_ATTEMPTS) {
          throw new AppError('ACCOUNT_NUMBER_TAKEN', undefined, { fields: ['accountNumber'] });
        }
      }
    }
  }

  private async decide(
    manager: EntityManager,
    id: string,
    body: UpdateAccountRequestBody,
    adminId: string,
    context: CommandContext,
  ): Promise<void> {
    const found = await manager.findOneBy(AccountRequestEntity, { id });
    if (found === null) throw new AppError('NOT_FOUND');
    await this.users.lock(manager, found.userId);
    const request = await manager.findOneByOrFail(AccountRequestEntity, { id });
    if (body.expectedRevision !== undefined && body.expectedRevision !== request.revision) {
      throw await this.alreadyDecided(request);
    }
    const isDecision = request.status !== body.status;
    if (body.status === 'approved' && isDecision) {
      if (this.isKycRequired) await assertIdentityApproved(manager, request.userId);
      this.assignNumbers(request, body);
    } else if (body.status === 'approved') {
      assertSameNumbers(request, body);
    }
    request.revision += 1;
    if (isDecision) {
      request.decidedBy = adminId;
      request.decidedAt = this.now();
    }
    request.status = body.status;
    if (body.statusMessage !== undefined) request.statusMessage = body.statusMessage || null;
    if (body.adminNotes !== undefined) request.adminNotes = body.adminNotes || null;
    await manager.save(request);
    if (isDecision) {
      const payload = { accountRequestId: id, userId: request.userId, status: request.status };
      const outcome = await this.ledger.submitWithin(manager, {
        command: {
          type: 'RecordAudit',
          stream: `account-request:${id}`,
          event: { type: 'AccountRequestDecided', payload },
        },
        context,
      });
      receiptOrThrow(outcome);
    }
  }

  private async alreadyDecided({ status, decidedBy, decidedAt }: AccountRequestEntity): Promise<AppError> {
    const admin = decidedBy === null ? null : await this.users.findById(decidedBy);
    return alreadyDecidedError({ status, by: admin, at: decidedAt });
  }

  private assignNumbers(request: AccountRequestEntity, body: UpdateAccountRequestBody): void {
    request.accountNumber =
      body.accountNumber ||
      request.accountNumber ||
      String(randomInt(FIRST_ACCOUNT_NUMBER, LAST_ACCOUNT_NUMBER + 1));
    request.routingNumber = body.routingNumber || request.routingNumber || DEFAULT_ROUTING_NUMBER;
    request.approvedAt = body.approvedAt ? new Date(body.approvedAt) : (request.approvedAt ?? this.now());
  }
}

/** @throws KYC_NOT_APPROVED unless the customer's newest identity check is approved (ACC-15) */
async function assertIdentityApproved(manager: EntityManager, userId: string): Promise<void> {
  const [kyc] = await manager.query<{ status: string }[]>(
    'select status from kyc_application where user_id = $1 order by created_at desc, id desc limit 1',
    [userId],
  );
  if (kyc?.status !== 'approved') throw new AppError('KYC_NOT_APPROVED');
}

/**
 * Numbers of an approved account change only with a decision, which is recorded and mailed (ACC-14).
 *
 * @throws ACCOUNT_NUMBER_ASSIGNED the body has other numbers
 */
function assertSameNumbers(request: AccountRequestEntity, body: UpdateAccountRequestBody): void {
  const changed = (['accountNumber', 'routingNumber'] as const).filter(
    (field) => body[field] && body[field] !== request[field],
  );
  if (changed.length > 0) throw new AppError('ACCOUNT_NUMBER_ASSIGNED', undefined, { fields: changed });
}
