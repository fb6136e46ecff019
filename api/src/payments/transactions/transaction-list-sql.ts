import { MAX_COUNTED } from '@moniker/common/limits.js';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import { selectList } from '../../platform/database/select.js';
import { Where } from '../../platform/database/where.js';
import type { TransactionSort } from './transaction-list.dto.js';
import { TEXTS_AND_CUSTOMER, TRANSACTION_COLUMNS } from './transaction-queries.service.js';

/** Filters and order for a transaction list (ADM-15, ADM-16). */
export interface ListFilter {
  readonly kinds: readonly TransactionKind[];
  readonly statuses: readonly TransactionStatus[];
  /** Matches transactions created after this position. */
  readonly after: number;
  /** Matches transactions created at this position or before it. */
  readonly upTo: number;
  readonly sort: TransactionSort;
  /** Matches transactions that fit any of these; null if there is no search. */
  readonly search: {
    readonly customerIds: readonly string[];
    readonly amountCents: number | null;
    readonly transactionId: string | null;
  } | null;
}

/** The sort key of a page's last row. */
export interface ListCursor {
  readonly position: number;
  /** The absolute amount. */
  readonly amountCents: number;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const ORDERS: Record<TransactionSort, (table: string) => string> = {
  newest: (table) => `order by ${table}.created_position desc`,
  oldest: (table) => `order by ${table}.created_position`,
  largest: (table) => `order by abs(${table}.amount_cents) desc, ${table}.created_position desc`,
};

// All of these are columns of the index `ledger_transaction_listed`. Without a search, finding a page's rows therefore
// never reads the table.
const INDEX_COLUMNS = 't.kind, t.status, t.created_position, t.amount_cents';

/** Selects a page's rows with the position at which each was created. */
export function selectPage(filter: ListFilter, cursor: ListCursor | null, limit: number): Statement {
  const where = new Where();
  const order = ORDERS[filter.sort];
  const maxRows = where.param(limit);
  const matchSql = selectMatches(
    where,
    filter,
    `${afterCursor(where, filter.sort, cursor)} ${order('t')} limit ${maxRows}`,
  );
  return {
    text: `select ${selectList(TRANSACTION_COLUMNS)}, t.created_position as "createdPosition"
      from (select * from (${matchSql}) found ${order('found')} limit ${maxRows}) page
        join ledger_transaction t using (kind, status, created_position) ${TEXTS_AND_CUSTOMER}
      ${order('t')}`,
    values: where.values,
  };
}

/** Counts the matches, up to `MAX_COUNTED`. */
export function countMatches(filter: ListFilter): Statement {
  const where = new Where();
  const maxRows = where.param(MAX_COUNTED);
  const matchSql = selectMatches(where, filter, `limit ${maxRows}`);
  return {
    text: `select count(*) as total from (select 1 from (${matchSql}) found limit ${maxRows}) counted`,
    values: where.values,
  };
}

/**
 * Selects the matching rows. `rest` (conditions, order and limit) ends each branch of the union. Without a search,
 * there is one short scan of the index `ledger_transaction_listed` for each kind and status. A search by customer uses
 * the index on the account.
 */
function selectMatches(where: Where, filter: ListFilter, rest: string): string {
  const { search } = filter;
  const kinds = `${where.param(filter.kinds)}::text[]`;
  const statuses = `${where.param(filter.statuses)}::text[]`;
  const inRange = `t.created_position > ${where.param(filter.after)}::bigint
    and t.created_position <= ${where.param(filter.upTo)}::bigint`;
  const listed = (condition: string) => `
    select found.* from unnest(${kinds}) as k (kind) cross join unnest(${statuses}) as s (status)
      cross join lateral (select ${INDEX_COLUMNS} from ledger_transaction t
        where t.kind = k.kind and t.status = s.status and ${condition} ${rest}) as found`;
  if (search === null) return listed(inRange);
  const matches = `t.kind = any(${kinds}) and t.status = any(${statuses}) and ${inRange}`;
  const branches = [
    `select found.* from unnest(${where.param(search.customerIds)}::uuid[]) as customer (id)
      cross join lateral (select ${INDEX_COLUMNS} from ledger_transaction t
        where t.account_id = customer.id and ${matches} ${rest}) as found`,
  ];
  if (search.transactionId !== null) {
    const id = where.param(search.transactionId);
    branches.push(
      `(select ${INDEX_COLUMNS} from ledger_transaction t where t.transaction_id = ${id}::uuid and ${matches} ${rest})`,
    );
  }
  if (search.amountCents !== null) {
    branches.push(listed(`abs(t.amount_cents) = ${where.param(search.amountCents)}::bigint and ${inRange}`));
  }
  return branches.join(' union ');
}

/** Restricts the rows to those after the cursor in list order. */
function afterCursor(where: Where, sort: TransactionSort, cursor: ListCursor | null): string {
  if (cursor === null) return '';
  const position = `${where.param(cursor.position)}::bigint`;
  if (sort === 'newest') return `and t.created_position < ${position}`;
  if (sort === 'oldest') return `and t.created_position > ${position}`;
  const amount = `${where.param(cursor.amountCents)}::bigint`;
  return `and (abs(t.amount_cents), t.created_position) < (${amount}, ${position})`;
}
