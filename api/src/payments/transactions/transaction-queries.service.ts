import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import {
  CUSTOMER_TEXT_FIELDS,
  type CustomerText,
  selectTexts,
} from '../../ledger/texts/transaction-texts.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import type { UserSummaryDto } from '../../identity/users/user-summary.dto.js';
import { USER_SUMMARY_SQL } from '../../identity/users/user-summary.dto.js';

/** The fields of a transaction that every list needs. */
export interface TransactionListItem {
  readonly id: string;
  readonly accountId: string;
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly category: TransactionCategory | null;
  readonly createdAt: Date;
  readonly visibleAt: Date | null;
  readonly shownAt: Date | null;
  readonly description: string | null;
}

/** A transaction with its erasable texts and its customer, from the read tables. */
export interface TransactionView extends TransactionListItem, Readonly<Record<CustomerText, string | null>> {
  readonly revision: number;
  /** When its customer canceled it; null otherwise. */
  readonly customerCanceledAt: Date | null;
  readonly adminNotes: string | null;
  /** Null once the customer is deleted. */
  readonly user: UserSummaryDto | null;
}

/** A line of a customer's history. */
export interface CustomerTransactionListItem extends TransactionListItem {
  readonly createdPosition: number;
  /** Whether the customer could not see it yet when it was created (TXN-1). */
  readonly isLate: boolean;
  /** The total balance after the transaction's last posting; null if nothing was posted (TXN-2). */
  readonly balanceAfterCents: number | null;
}

/** A transaction with everything that its customer sees. */
export interface CustomerTransactionView extends TransactionView, CustomerTransactionListItem {
  readonly changedPosition: number;
  readonly changedAt: Date;
}

/**
 * Where a page of a history begins. Lines are ordered by when their customer could first see them. That is the order of
 * their positions, except for late ones: payments that arrived after an admin had created them.
 */
export interface HistoryCursor {
  /** The position of the last line of the page before. */
  readonly last: string;
  /** The position of the last line of the pages before that is not late; null if all were. */
  readonly lastPrompt: string | null;
}

/** Filters of a history. A null filter matches everything. */
export interface HistoryFilter {
  readonly status: TransactionStatus | null;
  readonly direction: 'incoming' | 'outgoing' | null;
  /** `other` also matches transactions without a category (ANA-5). */
  readonly category: TransactionCategory | null;
  /** Matches transactions whose shown date lies in this range. */
  readonly from: Date | null;
  readonly to: Date | null;
  /** Part of the description, the recipient or the purpose, ignoring case. */
  readonly search: string | null;
}

const LIST_ITEM_COLUMNS = `
  t.transaction_id as id, t.account_id as "accountId", t.kind, t.status, t.amount_cents as "amountCents",
    t.fee_cents as "feeCents", t.category, t.created_at as "createdAt", t.visible_at as "visibleAt",
    t.shown_at as "shownAt", x.description`;

/** Columns of a `TransactionView`; `t` is `ledger_transaction`, joined with `TEXTS_AND_CUSTOMER`. */
export const TRANSACTION_COLUMNS = `${LIST_ITEM_COLUMNS}, t.revision,
    t.customer_canceled_at as "customerCanceledAt", ${selectTexts(CUSTOMER_TEXT_FIELDS)},
    x.admin_notes as "adminNotes", case when u.id is null then null else ${USER_SUMMARY_SQL} end as "user"`;

const TEXTS = 'left join ledger_transaction_text x using (transaction_id)';

export const TEXTS_AND_CUSTOMER = `${TEXTS}
    left join app_user u on u.id = t.account_id and u.deleted_at is null`;

const TABLES = `from ledger_transaction t ${TEXTS_AND_CUSTOMER}`;

const SELECT_ROWS = `select ${TRANSACTION_COLUMNS} ${TABLES}`;

// A transaction's entries lie between its first and its last event, so this scans a short range of the primary key.
const CUSTOMER_COLUMNS = `t.created_position as "createdPosition", t.visible_at <> t.created_at as "isLate",
    (select e.posted_after_cents from ledger_entry e
      where e.account_id = t.account_id and e.position between t.created_position and t.changed_position
        and e.transaction_id = t.transaction_id and e.amount_cents <> 0
      order by e.position desc limit 1) as "balanceAfterCents"`;

// Lines that are not late ("prompt") are in the order of their positions. So each kind is read in the order of an index.
const selectNewest = (where: { all: string; prompt: string; late: string; limit: string }): string => `
  select ${LIST_ITEM_COLUMNS}, ${CUSTOMER_COLUMNS} from (
    (select t.* from ledger_transaction t ${TEXTS}
      where ${where.all} and t.visible_at = t.created_at and ${where.prompt}
      order by t.created_position desc limit ${where.limit})
    union all
    (select t.* from ledger_transaction t ${TEXTS}
      where ${where.all} and t.visible_at <> t.created_at and ${where.late}
      order by t.visible_at desc, t.created_position desc limit ${where.limit})
  ) t ${TEXTS}
  order by t.visible_at desc, t.created_position desc limit ${where.limit}`;

const SELECT_CUSTOMER_ROWS = `select ${TRANSACTION_COLUMNS}, ${CUSTOMER_COLUMNS},
    t.changed_position as "changedPosition", t.changed_at as "changedAt" ${TABLES}`;

const IN_HISTORY = `t.account_id = $1 and t.visible_at is not null`;

// The shown date, as in `dateOf`.
const SHOWN_DATE = 'coalesce(t.shown_at, t.visible_at)';

const IS_INCOMING = `(t.kind in ('credit', 'incoming_payment') or (t.kind = 'adjustment' and t.amount_cents > 0))`;

const MATCHING = `${IN_HISTORY}
  and ($2::text is null or t.status = $2)
  and ($3::text is null or ${IS_INCOMING} = ($3 = 'incoming'))
  and ($4::timestamptz is null or ${SHOWN_DATE} >= $4)
  and ($5::timestamptz is null or ${SHOWN_DATE} <= $5)
  and ($6::text is null
    or strpos(lower(concat_ws(E'\\n', x.description, x.recipient_name, x.purpose)), lower($6)) > 0)
  and ($7::text is null or coalesce(t.category, 'other') = $7)`;

const SELECT_NEWEST_VISIBLE = selectNewest({ all: IN_HISTORY, prompt: 'true', late: 'true', limit: '$2' });

const SELECT_NEWEST_MATCHING = selectNewest({
  all: MATCHING,
  prompt: '($9::bigint is null or t.created_position < $9)',
  late: `($8::bigint is null or (t.visible_at, t.created_position) < (
      (select visible_at from ledger_transaction where account_id = $1 and created_position = $8), $8))`,
  limit: '$10',
});

const MAX_ROWS = 500;

/** Reads transactions for lists and details. Other features read transactions only through this service. */
@Injectable()
export class TransactionQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PreparedReads,
  ) {}

  /** Returns the newest transactions that a customer sees (TXN-1). */
  findVisible(accountId: string, limit: number): Promise<CustomerTransactionListItem[]> {
    return this.reads.query(SELECT_NEWEST_VISIBLE, [accountId, Math.min(limit, MAX_ROWS)]);
  }

  /** Returns a filtered page of what a customer sees, newest first. Uses the account's own indexes. */
  findMatching(
    accountId: string,
    filter: HistoryFilter,
    cursor: HistoryCursor | null,
    limit: number,
  ): Promise<CustomerTransactionListItem[]> {
    return this.dataSource.query(SELECT_NEWEST_MATCHING, [
      ...valuesOf(accountId, filter),
      ...[cursor?.last ?? null, cursor?.lastPrompt ?? null, Math.min(limit, MAX_ROWS)],
    ]);
  }

  async countMatching(accountId: string, filter: HistoryFilter): Promise<number> {
    const rows = await this.dataSource.query<{ total: number }[]>(
      `select count(*) as total from ledger_transaction t
         left join ledger_transaction_text x using (transaction_id) where ${MATCHING}`,
      valuesOf(accountId, filter),
    );
    return rows[0]?.total ?? 0;
  }

  /** @throws NOT_FOUND the transaction is another customer's or not visible yet (TXN-1, TXN-8) */
  async getVisible(accountId: string, transactionId: string): Promise<CustomerTransactionView> {
    const rows = await this.dataSource.query<CustomerTransactionView[]>(
      `${SELECT_CUSTOMER_ROWS} where ${IN_HISTORY} and t.transaction_id = $2`,
      [accountId, transactionId],
    );
    const [row] = rows;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }

  /** Returns the existing transactions by id. */
  async findByIds(transactionIds: readonly string[]): Promise<Map<string, TransactionView>> {
    const rows = await this.dataSource.query<TransactionView[]>(
      `${SELECT_ROWS} where t.transaction_id = any($1::uuid[])`,
      [transactionIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async findById(transactionId: string): Promise<TransactionView | null> {
    return (await this.findByIds([transactionId])).get(transactionId) ?? null;
  }

  /** @throws NOT_FOUND the transaction does not exist */
  async getById(transactionId: string): Promise<TransactionView> {
    const row = await this.findById(transactionId);
    if (row === null) throw new AppError('NOT_FOUND');
    return row;
  }
}

function valuesOf(accountId: string, filter: HistoryFilter): unknown[] {
  const { status, direction, from, to, search, category } = filter;
  return [accountId, status, direction, from, to, search, category];
}
