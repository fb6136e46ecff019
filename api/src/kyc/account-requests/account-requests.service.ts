import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import type { EntityManager } from 'typeorm';
import type { AccountType } from '@moniker/common/applications.js';
import { newId } from '../../platform/crypto/new-id.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { selectList } from '../../platform/database/select.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { ACCOUNT_REQUEST_COLUMNS, type AccountRequestDto } from './account-request.dto.js';
import { AccountRequestEntity } from './account-request.entity.js';

const SELECT_LATEST = `select ${selectList(ACCOUNT_REQUEST_COLUMNS)}
  from account_request r where r.user_id = $1 order by r.created_at desc, r.id desc limit 1`;

/** Customers' requests for a checking account. Admins decide on them with `DecideAccountRequestCommand`. */
@OwnsPersonalData('account_request')
@Injectable()
export class AccountRequestsService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns the customer's newest request, which replaces all earlier ones, or null. */
  async latestOf(userId: string): Promise<AccountRequestDto | null> {
    const [latest] = await this.reads.query<AccountRequestDto>(SELECT_LATEST, [userId]);
    return latest ?? null;
  }

  /** Returns the account number if the customer's newest request is approved, otherwise null. */
  async accountNumberOf(userId: string): Promise<string | null> {
    const request = await this.latestOf(userId);
    return request?.status === 'approved' ? request.accountNumber : null;
  }

  /** Erases the notes and messages about a user. Account numbers stay, so none is ever assigned twice. */
  async erasePersonalData(manager: EntityManager, { id: userId }: Person): Promise<void> {
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
}
