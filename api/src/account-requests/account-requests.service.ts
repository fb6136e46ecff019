import { randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Repository } from 'typeorm';
import { v7 as newId } from 'uuid';
import type { CommandContext } from '../ledger/writer/submission.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { violatedUnique } from '../platform/database/unique-violation.js';
import { AppError } from '../platform/http/app-error.js';
import { accepted } from '../platform/http/refusal-error.js';
import { CLOCK, type Clock } from '../platform/platform.module.js';
import { USER_SUMMARY_SQL } from '../users/user-summary.dto.js';
import {
  mapAccountRequest,
  type AdminAccountRequestDto,
  type UpdateAccountRequestBody,
} from './account-request.dto.js';
import { AccountRequestEntity, type AccountType } from './account-request.entity.js';

/** Spec.md §9. */
const DEFAULT_ROUTING_NUMBER = '021000021';
const FIRST_ACCOUNT_NUMBER = 100_000_000;
const LAST_ACCOUNT_NUMBER = 999_999_999;
/** Tries at finding a free account number; with a billion of them, two are already unlikely. */
const MAX_NUMBER_TRIES = 5;
const MAX_LISTED = 500;

/** Requests for a checking account and the account numbers that they lead to. */
@Injectable()
export class AccountRequestsService {
  constructor(
    @InjectRepository(AccountRequestEntity) private readonly requests: Repository<AccountRequestEntity>,
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The newest request of a customer; earlier ones were rejected. */
  latestOf(userId: string): Promise<AccountRequestEntity | null> {
    return this.requests.findOne({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** The account number to send from, or null while none is assigned. */
  async accountNumberOf(userId: string): Promise<string | null> {
    const request = await this.latestOf(userId);
    return request?.status === 'approved' ? request.accountNumber : null;
  }

  /** Adds a pending request in the caller's transaction. */
  async createPending(manager: EntityManager, userId: string, accountType: AccountType): Promise<void> {
    await manager.insert(AccountRequestEntity, {
      id: newId(),
      userId,
      accountType,
      status: 'pending',
      createdAt: this.now(),
    });
  }

  /** All requests, newest first, for admins. */
  async list(): Promise<AdminAccountRequestDto[]> {
    const requests = await this.requests.find({ order: { createdAt: 'DESC' }, take: MAX_LISTED });
    const users = await this.usersOf(requests.map(({ userId }) => userId));
    return requests.flatMap((request) => {
      const user = users.get(request.userId);
      return user === undefined
        ? []
        : [{ ...mapAccountRequest(request), adminNotes: request.adminNotes, user }];
    });
  }

  /**
   * An admin's decision (spec.md §4): the row and its audit event in one transaction. Approval assigns the
   * given or a generated account number. Throws NOT_FOUND and ACCOUNT_NUMBER_TAKEN.
   */
  async update(
    id: string,
    body: UpdateAccountRequestBody,
    context: CommandContext,
  ): Promise<AdminAccountRequestDto> {
    const isGenerated = body.accountNumber === undefined || body.accountNumber === '';
    for (let tries = 1; ; tries += 1) {
      try {
        const request = await this.dataSource.transaction((manager) =>
          this.decide(manager, id, body, context),
        );
        return await this.present(request);
      } catch (error) {
        if (violatedUnique(error) === null) throw error;
        if (!isGenerated || tries >= MAX_NUMBER_TRIES) {
          throw new AppError('ACCOUNT_NUMBER_TAKEN', undefined, { fields: ['accountNumber'] });
        }
      }
    }
  }

  private async decide(
    manager: EntityManager,
    id: string,
    body: UpdateAccountRequestBody,
    context: CommandContext,
  ): Promise<AccountRequestEntity> {
    const request = await manager.findOne(AccountRequestEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (request === null) throw new AppError('NOT_FOUND');
    const isDecision = request.status !== body.status;
    request.status = body.status;
    if (body.statusMessage !== undefined) request.statusMessage = body.statusMessage || null;
    if (body.adminNotes !== undefined) request.adminNotes = body.adminNotes || null;
    if (body.status === 'approved') this.assignNumbers(request, body);
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
      accepted(outcome);
    }
    return request;
  }

  private assignNumbers(request: AccountRequestEntity, body: UpdateAccountRequestBody): void {
    request.accountNumber =
      body.accountNumber ||
      request.accountNumber ||
      String(randomInt(FIRST_ACCOUNT_NUMBER, LAST_ACCOUNT_NUMBER + 1));
    request.routingNumber = body.routingNumber || request.routingNumber || DEFAULT_ROUTING_NUMBER;
    request.approvedAt = body.approvedAt ? new Date(body.approvedAt) : (request.approvedAt ?? this.now());
  }

  private async present(request: AccountRequestEntity): Promise<AdminAccountRequestDto> {
    const user = (await this.usersOf([request.userId])).get(request.userId);
    if (user === undefined) throw new AppError('NOT_FOUND');
    return { ...mapAccountRequest(request), adminNotes: request.adminNotes, user };
  }

  private async usersOf(userIds: readonly string[]): Promise<Map<string, AdminAccountRequestDto['user']>> {
    const rows = await this.dataSource.query<{ user: AdminAccountRequestDto['user'] }[]>(
      `select ${USER_SUMMARY_SQL} as "user" from app_user u where u.id = any($1::uuid[]) and u.deleted_at is null`,
      [userIds],
    );
    return new Map(rows.map(({ user }) => [user.id, user]));
  }
}
