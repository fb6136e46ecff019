import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { UsersService } from '../../identity/users/users.service.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { RecipientsService } from '../recipients/recipients.service.js';
import type { ChangeCategoryBody } from './transaction.dto.js';

const CHANGE = `
  insert into transaction_category (transaction_id, user_id, category, changed_at)
    select transaction_id, account_id, $3, clock_timestamp() from ledger_transaction
      where transaction_id = $2 and account_id = $1 and visible_at is not null
  on conflict (transaction_id) do update set category = excluded.category, changed_at = excluded.changed_at
  returning transaction_id`;

const SELECT_VERSION = 'select max(changed_at)::text as version from transaction_category where user_id = $1';

/** The categories that customers chose instead of those in the log (TRF-87). */
@OwnsPersonalData('transaction_category')
@Injectable()
export class CategoriesService implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PreparedReads,
    private readonly users: UsersService,
    private readonly recipients: RecipientsService,
  ) {}

  /**
   * @throws NOT_FOUND the transaction is not in the user's history, or `isForRecipient` is true but the transaction is
   *   not a transfer
   */
  async change(
    userId: string,
    transactionId: string,
    { category, isForRecipient = false }: ChangeCategoryBody,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.users.lock(manager, userId);
      const changed: unknown[] = await manager.query(CHANGE, [userId, transactionId, category]);
      if (changed.length === 0) throw new AppError('NOT_FOUND');
      if (isForRecipient) await this.recipients.setCategory(manager, userId, transactionId, category);
    });
  }

  /** Returns a string that differs after each change, including a change to a recipient's category. */
  async versionOf(userId: string): Promise<string> {
    const [row] = await this.reads.query<{ version: string | null }>(SELECT_VERSION, [userId]);
    return row?.version ?? '';
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('delete from transaction_category where user_id = $1', [id]);
  }
}
