import type { TransactionKind, TransactionStatus } from '../ledger/domain/transactions.js';
import { MAX_COUNTED } from '../platform/database/keyset.js';
import { Where } from '../platform/database/where.js';
import type { TransactionSort } from './transaction-list.dto.js';
import { TEXTS_AND_CUSTOMER, TRANSACTION_COLUMNS } from './transaction-queries.service.js';

/** Which transactions a list has. */
export interface ListFilter {
  readonly kinds: readonly TransactionKind[];
  readonly statuses: readonly TransactionStatus[];
  /** Created after the one position and up to the other. */
  readonly after: number;
  readonly upTo: number;
  readonly sort: TransactionSort;
  /** Whatever one of these names; null where nothing is sought. */
  readonly search: {
    readonly customerIds: readonly string[];
    readonly amountCents: number | null;
    readonly transactionId: string | null;
  } | null;
}

/** Where a page ended. */
export interface ListCursor {
  readonly position: number;
  /** Without its sign. */
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

// Nothing but columns of `ledger_transaction_listed`, so that finding the rows of a page never reads the table.
const INDEX_COLUMNS = 't.kind, t.status, t.created_position, t.amount_cents';

/** The rows of a page, each with the position that it was created at. */
export function selectPage(filter: ListFilter, place: ListCursor | null, limit: number): Statement {
  const where = new Where();
  const order = ORDERS[filter.sort];
  const most = where.param(limit);
  const found = selectMatches(
    where,
    filter,
    `${afterCursor(where, filter.sort, place)} ${order('t')} limit ${most}`,
  );
  return {
    text: `select ${TRANSACTION_COLUMNS}, t.created_position as "createdPosition"
      from (select * from (${found}) found ${order('found')} limit ${most}) page
        join ledger_transaction t using (kind, status, created_position) ${TEXTS_AND_CUSTOMER}
      ${order('t')}`,
    values: where.values,
  };
}

/** How many match, counted no further than `MAX_COUNTED`. */
export function countMatches(filter: ListFilter): Statement {
  const where = new Where();
  const most = where.param(MAX_COUNTED);
  const found = selectMatches(where, filter, `limit ${most}`);
  return {
    text: `select count(*) as total from (select 1 from (${found}) found limit ${most}) counted`,
    values: where.values,
  };
}

/**
 * The rows that match, each way to find them ended by `rest`. That is one short walk along the index
 * `ledger_transaction_listed` for each kind and status; customers are found by their own index.
 */
function selectMatches(where: Where, filter: ListFilter, rest: string): string {
  const { search } = filter;
  const kinds = `${where.param(filter.kinds)}::text[]`;
  const statuses = `${where.param(filter.statuses)}::text[]`;
  const inRange = `t.created_position > ${where.param(filter.after)}::bigint
    and t.created_position <= ${where.param(filter.upTo)}::bigint`;
  const listed = (condition: string) => `
    select place.* from unnest(${kinds}) as k (kind) cross join unnest(${statuses}) as s (status)
      cross join lateral (select ${INDEX_COLUMNS} from ledger_transaction t
        where t.kind = k.kind and t.status = s.status and ${condition} ${rest}) as place`;
  if (search === null) return listed(inRange);
  const matches = `t.kind = any(${kinds}) and t.status = any(${statuses}) and ${inRange}`;
  const ways = [
    `select place.* from unnest(${where.param(search.customerIds)}::uuid[]) as customer (id)
      cross join lateral (select ${INDEX_COLUMNS} from ledger_transaction t
        where t.account_id = customer.id and ${matches} ${rest}) as place`,
  ];
  if (search.transactionId !== null) {
    const id = where.param(search.transactionId);
    ways.push(
      `(select ${INDEX_COLUMNS} from ledger_transaction t where t.transaction_id = ${id}::uuid and ${matches} ${rest})`,
    );
  }
  if (search.amountCents !== null) {
    ways.push(listed(`abs(t.amount_cents) = ${where.param(search.amountCents)}::bigint and ${inRange}`));
  }
  return ways.join(' union ');
}

/** Only what comes after a place in the order of the list. */
function afterCursor(where: Where, sort: TransactionSort, place: ListCursor | null): string {
  if (place === null) return '';
  const position = `${where.param(place.position)}::bigint`;
  if (sort === 'newest') return `and t.created_position < ${position}`;
  if (sort === 'oldest') return `and t.created_position > ${position}`;
  const amount = `${where.param(place.amountCents)}::bigint`;
  return `and (abs(t.amount_cents), t.created_position) < (${amount}, ${position})`;
}
