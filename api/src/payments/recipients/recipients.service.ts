import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { TransactionCategory } from '@moniker/common/categories.js';
import { AppError } from '../../http/app-error.js';
import { UsersService } from '../../identity/users/users.service.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { SENDER_NUMBERS, type RecipientDto } from './recipient.dto.js';

const MAX_RECIPIENTS = 500;

// Recipients are derived from completed transfers. The `recipient` table stores only what the customer changed: names,
// categories and removals.
const SELECT_RECIPIENTS = `
  with paid as (
    select distinct on (x.recipient_account, x.recipient_routing)
        t.transaction_id, t.created_at, t.category,
        x.recipient_name, x.recipient_account, x.recipient_routing, x.purpose,
        ${SENDER_NUMBERS.recipientAccount} as shown_account, ${SENDER_NUMBERS.recipientRouting} as shown_routing,
        substring(x.to_account from 2) as moniker
      from ledger_transaction t join ledger_transaction_text x using (transaction_id)
      where t.account_id = $1 and t.kind = 'transfer' and t.status = 'completed'
      order by x.recipient_account, x.recipient_routing, t.created_position desc)
  select p.transaction_id as id, p.created_at as "paidAt", coalesce(r.category, p.category) as category,
      coalesce(r.name, p.recipient_name) as "recipientName",
      p.shown_account as "recipientAccount", coalesce(p.shown_routing, '') as "recipientRouting",
      p.moniker as "recipientMoniker", p.purpose
    from paid p left join recipient r
      on r.user_id = $1 and r.account = p.recipient_account and r.routing = p.recipient_routing
    where r.removed_at is null or r.removed_at < p.created_at
    order by p.created_at desc, p.transaction_id limit ${MAX_RECIPIENTS}`;

const CHANGE = `
  insert into recipient (user_id, account, routing, name, removed_at)
    select $1, x.recipient_account, x.recipient_routing, $3::text, $4::timestamptz
      from ledger_transaction t join ledger_transaction_text x using (transaction_id)
      where t.transaction_id = $2 and t.account_id = $1 and t.kind = 'transfer' and t.status = 'completed'
  on conflict (user_id, account, routing) do update set name = excluded.name, removed_at = excluded.removed_at
  returning account`;

const SET_CATEGORY = `
  insert into recipient (user_id, account, routing, category)
    select $1, x.recipient_account, x.recipient_routing, $3
      from ledger_transaction t join ledger_transaction_text x using (transaction_id)
      where t.transaction_id = $2 and t.account_id = $1 and t.kind = 'transfer'
  on conflict (user_id, account, routing) do update set category = excluded.category
  returning account`;

/**
 * The recipients of a customer's completed transfers, latest first (TRF-80), with the names that the customer gave
 * them (TRF-81).
 */
@OwnsPersonalData('recipient')
@Injectable()
export class RecipientsService implements PersonalDataOwner {
  constructor(
    private readonly reads: PreparedReads,
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  of(userId: string): Promise<RecipientDto[]> {
    return this.reads.query<RecipientDto>(SELECT_RECIPIENTS, [userId]);
  }

  /** @throws NOT_FOUND the user has no such completed transfer */
  rename(userId: string, transferId: string, name: string): Promise<void> {
    return this.change(userId, transferId, { name, removedAt: null });
  }

  /** Removes a recipient until they are paid again. @throws NOT_FOUND the user has no such completed transfer */
  remove(userId: string, transferId: string): Promise<void> {
    return this.change(userId, transferId, { name: null, removedAt: this.now() });
  }

  /** Sets the category for a transfer's recipient (TRF-87). */
  async setCategory(
    manager: EntityManager,
    userId: string,
    transferId: string,
    category: TransactionCategory,
  ): Promise<void> {
    const changed: unknown[] = await manager.query(SET_CATEGORY, [userId, transferId, category]);
    if (changed.length === 0) throw new AppError('NOT_FOUND');
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('delete from recipient where user_id = $1', [id]);
  }

  private async change(
    userId: string,
    transferId: string,
    { name, removedAt }: { readonly name: string | null; readonly removedAt: Date | null },
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Waits for a concurrent deletion of the user, which would otherwise not erase the name written here.
      await this.users.lock(manager, userId);
      const changed: unknown[] = await manager.query(CHANGE, [userId, transferId, name, removedAt]);
      if (changed.length === 0) throw new AppError('NOT_FOUND');
    });
  }
}
