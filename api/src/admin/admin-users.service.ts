import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SYSTEM_ACCOUNTS } from '../ledger/domain/accounts.js';
import { formatUsd } from '../ledger/domain/money.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { AppError } from '../platform/http/app-error.js';
import { MoneyAnswer } from '../platform/http/idempotency.js';
import { accepted } from '../platform/http/refusal-error.js';
import { amountCentsOf, type Asking, TransactionsService } from '../transactions/transactions.service.js';
import {
  type AdminStatsDto,
  type AdminUserDto,
  type AdminUserRow,
  mapAdminUser,
  type SetBalanceBody,
} from './admin-user.dto.js';

const MAX_LISTED = 500;

const SELECT_USERS = `
  select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.moniker,
    u.is_admin as "isAdmin", u.is_email_verified as "isEmailVerified", u.phone_number as "phoneNumber", u.status,
    u.created_at as "createdAt", coalesce(a.posted_cents, 0) as "postedCents",
    coalesce(a.held_cents, 0) as "heldCents", r.account_number as "accountNumber", k.status as "kycStatus"
  from app_user u
    left join ledger_account a on a.account_id = u.id
    left join lateral (select case when status = 'approved' then account_number end as account_number
      from account_request where user_id = u.id order by created_at desc limit 1) r on true
    left join lateral (select status from kyc_application where user_id = u.id
      order by created_at desc limit 1) k on true
  where u.deleted_at is null`;

/** What admins see and do with users and their balances. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
  ) {}

  async list(): Promise<AdminUserDto[]> {
    const rows = await this.dataSource.query<AdminUserRow[]>(
      `${SELECT_USERS} order by u.created_at desc, u.id limit $1`,
      [MAX_LISTED],
    );
    return rows.map(mapAdminUser);
  }

  async get(userId: string): Promise<AdminUserDto> {
    const rows = await this.dataSource.query<AdminUserRow[]>(`${SELECT_USERS} and u.id = $1`, [userId]);
    const [row] = rows;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return mapAdminUser(row);
  }

  /** Sets the total balance by an adjustment; refused below what is on hold (design.md §3.2). */
  async setBalance(userId: string, body: SetBalanceBody, asking: Asking): Promise<MoneyAnswer<AdminUserDto>> {
    const texts = this.transactions.prepareTexts({
      description: 'Balance adjustment',
      ...(body.reason ? { reason: body.reason } : {}),
    });
    const outcome = await this.ledger.submit({
      command: {
        type: 'AdjustBalance',
        transactionId: texts.transactionId,
        accountId: userId,
        balanceCents: amountCentsOf(body.accountBalance),
        textsDigest: texts.textsDigest,
      },
      context: asking.context,
      texts: texts.toStore,
      ...(asking.idempotency === undefined ? {} : { idempotency: asking.idempotency }),
    });
    accepted(outcome);
    return new MoneyAnswer(await this.get(userId), outcome.ok && outcome.replayed);
  }

  async stats(): Promise<AdminStatsDto> {
    const rows = await this.dataSource.query<
      { totalUsers: number; activeAccounts: number; totalBalanceCents: number; transactions: number }[]
    >(
      `select
        (select count(*) from app_user where deleted_at is null) as "totalUsers",
        (select count(distinct user_id) from account_request where status = 'approved') as "activeAccounts",
        (select coalesce(sum(posted_cents), 0)::bigint from ledger_account
          where account_id <> all($1::uuid[])) as "totalBalanceCents",
        (select count(*) from ledger_transaction) as "transactions"`,
      [Object.values(SYSTEM_ACCOUNTS)],
    );
    const [stats] = rows;
    if (stats === undefined) throw new Error('the figures query returned no row');
    return { ...stats, totalBalance: formatUsd(stats.totalBalanceCents) };
  }
}
