import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionCategory } from '@moniker/common/categories.js';
import { OPEN_STATUSES, type TransactionKind, type TransactionStatus } from '@moniker/common/transactions.js';
import {
  CUSTOMER_TEXT_FIELDS,
  type CustomerText,
  SHOWN_TEXTS,
  textColumns,
} from '../../ledger/texts/transaction-texts.js';
import { searchedDigits } from '@moniker/common/search-key.js';
import { type ColumnsOf, selectList } from '../../platform/database/select.js';
import { PreparedReads } from '../../platform/database/prepared-reads.service.js';
import { AppError } from '../../http/app-error.js';
import { REVIEW_COLUMNS, type ReviewFieldsDto } from './payment.dto.js';
import { SENDER_NUMBERS } from '../recipients/recipient.dto.js';

/** The transaction fields that every list needs. */
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
export interface TransactionView
  extends
    TransactionListItem,
    ReviewFieldsDto,
    RecipientFields,
    Readonly<Record<CustomerText, string | null>> {}

/** The customer whom a transfer pays (TRF-61). The fields are null for any other recipient or kind of transaction. */
export interface RecipientFields {
  readonly recipientId: string | null;
  /** Null once the recipient has been deleted. */
  readonly recipientMoniker: string | null;
}

/** A line in a customer's history. */
export interface CustomerTransactionListItem extends TransactionListItem {
  /** The position of the transaction's latest posting or, if nothing was posted, of its latest hold change (TXN-2). */
  readonly listedPosition: number;
  /** The time of the event at `listedPosition`, shown as the line's date. */
  readonly listedAt: Date;
  readonly isOpen: boolean;
  /** The total balance after the transaction's last posting; null if nothing was posted (TXN-2). */
  readonly balanceAfterCents: number | null;
}

/** A transaction with everything its customer sees. */
export interface CustomerTransactionView extends TransactionView, CustomerTransactionListItem {
  readonly createdPosition: number;
  readonly changedPosition: number;
  readonly changedAt: Date;
}

/**
 * The previous page's last line. Open transactions come first, then the others, each group in descending order of
 * position (TXN-2).
 */
export interface HistoryCursor {
  readonly isOpen: boolean;
  readonly position: string;
}

/** Counts of completed transactions and their mean absolute amount. */
export interface SettledSummary {
  readonly credits: number;
  readonly debits: number;
  readonly averageCents: number;
}

/** Filters for a history. A null filter matches everything. */
export interface HistoryFilter {
  readonly status: TransactionStatus | null;
  readonly direction: 'incoming' | 'outgoing' | null;
  /** `other` also matches transactions without a category (ANA-5). */
  readonly category: TransactionCategory | null;
  /** Matches transactions whose date in the history is this or later. */
  readonly from: Date | null;
  /** Matches transactions whose date in the history is this or earlier. */
  readonly to: Date | null;
  /** Part of the description, the recipient or the purpose, ignoring case. */
  readonly search: string | null;
}

/** `t` is `ledger_transaction`, joined with `TEXTS_AND_CUSTOMER`. */
const LIST_ITEM_COLUMNS: ColumnsOf<TransactionListItem> = {
  id: 't.transaction_id',
  accountId: 't.account_id',
  kind: 't.kind',
  status: 't.status',
  amountCents: 't.amount_cents',
  feeCents: 't.fee_cents',
  category: 't.category',
  createdAt: 't.created_at',
  visibleAt: 't.visible_at',
  shownAt: 't.shown_at',
  description: SHOWN_TEXTS.description,
};

export const TRANSACTION_COLUMNS: ColumnsOf<TransactionView> = {
  ...LIST_ITEM_COLUMNS,
  ...textColumns(CUSTOMER_TEXT_FIELDS),
  fromAccount: SHOWN_TEXTS.fromAccount,
  paymentFor: SHOWN_TEXTS.paymentFor,
  ...REVIEW_COLUMNS,
  recipientId: 't.recipient_id',
  recipientMoniker: `case when t.recipient_id is not null
    then (select moniker from app_user where id = t.recipient_id and deleted_at is null) end`,
};

const TEXTS = 'left join ledger_transaction_text x using (transaction_id)';

export const TEXTS_AND_CUSTOMER = `${TEXTS}
    left join app_user u on u.id = t.account_id and u.deleted_at is null`;

const TABLES = `from ledger_transaction t ${TEXTS_AND_CUSTOMER}`;

const SELECT_ROWS = `select ${selectList(TRANSACTION_COLUMNS)} ${TABLES}`;

const OPEN = `(${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;

// A transaction's entries lie between its first and its last event, so this scans a short range of the primary key.
const ENTRIES = `from ledger_entry e
      where e.account_id = t.account_id and e.position between t.created_position and t.changed_position
        and e.transaction_id = t.transaction_id`;

/**
 * The entry that places `t` in the history: its latest posting or, if there is none, its latest hold change (TXN-2).
 */
const PLACING_ENTRY = `
  join lateral (
    select e.position, e.amount_cents, e.posted_after_cents ${ENTRIES}
    order by (e.amount_cents <> 0) desc, e.position desc limit 1
  ) line on true`;

const LISTED_AT = `case line.position when t.changed_position then t.changed_at when t.created_position then t.created_at
    else (select recorded_at from ledger_event where position = line.position) end`;

/**
 * The category that the customer chose for the transaction, otherwise the one for its recipient, otherwise the one in
 * the log (TRF-87).
 */
const CATEGORY = `coalesce(
    (select category from transaction_category where transaction_id = t.transaction_id),
    (select category from recipient r
      where r.user_id = t.account_id and r.account = x.recipient_account and r.routing = x.recipient_routing),
    t.category)`;

const CUSTOMER_LIST_COLUMNS: ColumnsOf<CustomerTransactionListItem> = {
  ...LIST_ITEM_COLUMNS,
  category: CATEGORY,
  listedPosition: 'line.position',
  listedAt: LISTED_AT,
  isOpen: `t.status in ${OPEN}`,
  balanceAfterCents: 'case when line.amount_cents <> 0 then line.posted_after_cents end',
};

const CUSTOMER_COLUMNS: ColumnsOf<CustomerTransactionView> = {
  ...TRANSACTION_COLUMNS,
  ...SENDER_NUMBERS,
  ...CUSTOMER_LIST_COLUMNS,
  createdPosition: 't.created_position',
  changedPosition: 't.changed_position',
  changedAt: 't.changed_at',
};

const SELECT_CUSTOMER_ROWS = `select ${selectList(CUSTOMER_COLUMNS)} ${TABLES} ${PLACING_ENTRY}`;

const IN_HISTORY = `t.account_id = $1 and t.visible_at is not null`;

// The index `ledger_transaction_open` contains exactly these rows.
const IS_OPEN = `${IN_HISTORY} and t.status in ${OPEN}`;

const IS_INCOMING = `(t.kind in ('credit', 'incoming_payment') or (t.kind = 'adjustment' and t.amount_cents > 0))`;

/**
 * A number with at least this many digits is also compared with the digits of a transaction's texts, whatever stands
 * between those digits. A shorter number is compared only as text. Otherwise it could match digits of different words.
 */
const MIN_NUMBER_DIGITS = 7;

const MATCHING = `($2::text is null or t.status = $2)
  and ($3::text is null or ${IS_INCOMING} = ($3 = 'incoming'))
  and ($4::text is null
    or strpos(search_key(${SHOWN_TEXTS.description}, x.recipient_name, x.purpose), search_key($4)) > 0
    or ($4 ~ '^[0-9]{${MIN_NUMBER_DIGITS},}$'
      and strpos(regexp_replace(concat_ws(' ', ${SHOWN_TEXTS.description}, x.recipient_name, x.purpose), '[^0-9]', '', 'g'), $4) > 0))
  and ($5::text is null or coalesce(${CATEGORY}, 'other') = $5)`;

const IN_DAYS = `($6::timestamptz is null or ${LISTED_AT} >= $6) and ($7::timestamptz is null or ${LISTED_AT} <= $7)`;

// `offset 0` and `limit` below make the planner look up each row by its key. PostgreSQL uses the same plan for every
// page size, so without these clauses it might join and sort a whole account to return one page.
const TEXTS_OF_LINE = `
    left join lateral (select * from ledger_transaction_text where transaction_id = t.transaction_id offset 0) x on true`;

// Reads the account's entries by primary key, newest first, and keeps the entry that places each transaction in the
// history. Most transactions end with their posting, so the check for a later entry has nothing to read.
const closedLines = (where: string): string => `
  (
      select position, transaction_id as id, amount_cents, posted_after_cents from ledger_entry
      where account_id = $1 and ${where} order by position desc offset 0
    ) line
    cross join lateral (select * from ledger_transaction where transaction_id = line.id offset 0) t
    ${TEXTS_OF_LINE}`;
const IS_CLOSED_LINE = `${IN_HISTORY} and t.status not in ${OPEN}
  and (line.amount_cents <> 0 or t.status in ('failed', 'cancelled'))
  and (
    select 1 from ledger_entry later
    where later.account_id = $1 and later.transaction_id = t.transaction_id
      and later.position <= t.changed_position
      and later.position >= case when line.amount_cents <> 0 then line.position + 1 else t.created_position end
      and (later.amount_cents <> 0 or (line.amount_cents = 0 and later.position > line.position))
    limit 1) is null`;

/** Open transactions first, then the others by the entry that places them (TXN-2). */
const selectNewest = (where: { all: string; open: string; closed: string; limit: string }): string => `
  select * from (
    (select ${selectList(CUSTOMER_LIST_COLUMNS)}
      from ledger_transaction t ${TEXTS_OF_LINE} ${PLACING_ENTRY}
      where ${IS_OPEN} and ${where.all} and ${where.open}
      order by line.position desc limit ${where.limit})
    union all
    (select ${selectList(CUSTOMER_LIST_COLUMNS)} from ${closedLines(where.closed)}
      where ${IS_CLOSED_LINE} and ${where.all}
      order by line.position desc limit ${where.limit})
  ) t
  order by "isOpen" desc, "listedPosition" desc limit ${where.limit}`;

const SELECT_NEWEST_VISIBLE = selectNewest({ all: 'true', open: 'true', closed: 'true', limit: '$2' });

const SELECT_NEWEST_MATCHING = selectNewest({
  all: `${MATCHING} and ${IN_DAYS}`,
  open: '($8::bigint is null or line.position < $8)',
  closed: '($9::bigint is null or position < $9)',
  limit: '$10',
});

const COUNT_MATCHING = `select count(*) as total from ledger_transaction t ${TEXTS} where ${IN_HISTORY} and ${MATCHING}`;

const COUNT_MATCHING_IN_DAYS = `select count(*) as total from ledger_transaction t ${TEXTS} ${PLACING_ENTRY}
  where ${IN_HISTORY} and ${MATCHING} and ${IN_DAYS}`;

const SUMMARIZE_SETTLED = `
  select count(*) filter (where ${IS_INCOMING}) as credits, count(*) filter (where not ${IS_INCOMING}) as debits,
    coalesce(round(avg(abs(t.amount_cents))), 0)::bigint as "averageCents"
  from ledger_transaction t where ${IN_HISTORY} and t.status = 'completed'`;

const MAX_ROWS = 500;

/** Reads transactions for lists and details. */
@Injectable()
export class TransactionQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PreparedReads,
  ) {}

  /** Returns the first transactions in a customer's history (TXN-1, TXN-2). */
  findVisible(accountId: string, limit: number): Promise<CustomerTransactionListItem[]> {
    return this.reads.query(SELECT_NEWEST_VISIBLE, [accountId, Math.min(limit, MAX_ROWS)]);
  }

  /** Returns a filtered page of a customer's history, in the order of TXN-2. */
  findMatching(
    accountId: string,
    filter: HistoryFilter,
    cursor: HistoryCursor | null,
    limit: number,
  ): Promise<CustomerTransactionListItem[]> {
    const { isOpen = false, position = null } = cursor ?? {};
    return this.dataSource.query(SELECT_NEWEST_MATCHING, [
      ...[...historyParameters(accountId, filter), filter.from, filter.to],
      // Once the cursor is past the open transactions, `0` excludes them all, because positions start at 1.
      ...[isOpen ? position : position && '0', isOpen ? null : position, Math.min(limit, MAX_ROWS)],
    ]);
  }

  async countMatching(accountId: string, filter: HistoryFilter): Promise<number> {
    const { from, to } = filter;
    const values = historyParameters(accountId, filter);
    const rows =
      from === null && to === null
        ? await this.dataSource.query<{ total: number }[]>(COUNT_MATCHING, values)
        : await this.dataSource.query<{ total: number }[]>(COUNT_MATCHING_IN_DAYS, [...values, from, to]);
    return rows[0]?.total ?? 0;
  }

  /** Summarizes all of a customer's completed transactions (ANA-3). */
  async summarizeSettled(accountId: string): Promise<SettledSummary> {
    const [summary] = await this.dataSource.query<SettledSummary[]>(SUMMARIZE_SETTLED, [accountId]);
    if (summary === undefined) throw new Error('the summary returned no row');
    return summary;
  }

  /** @throws NOT_FOUND the transaction doesn't exist, is another customer's or isn't visible yet (TXN-1, TXN-8) */
  async getVisible(accountId: string, transactionId: string): Promise<CustomerTransactionView> {
    const rows = await this.dataSource.query<CustomerTransactionView[]>(
      `${SELECT_CUSTOMER_ROWS} where ${IN_HISTORY} and t.transaction_id = $2`,
      [accountId, transactionId],
    );
    const [row] = rows;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }

  /** Returns the transactions that exist among these ids, keyed by id. */
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

function historyParameters(accountId: string, filter: HistoryFilter): unknown[] {
  const { status, direction, search, category } = filter;
  const digits = search === null ? null : searchedDigits(search);
  const text = digits !== null && digits.length >= MIN_NUMBER_DIGITS ? digits : search;
  return [accountId, status, direction, text, category];
}
