import { Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { placeAt } from '../ledger/audit/moment.js';
import { parseAmountText } from '../ledger/domain/money.js';
import { TRANSACTION_STATUSES, type TransactionKind } from '../ledger/domain/transactions.js';
import { badCursor, renderPages } from '../platform/database/keyset.js';
import { sqlOfSource } from '../platform/database/sql.js';
import { AppError } from '../platform/http/app-error.js';
import { csvHeader, csvLines, type CsvColumn } from '../platform/http/csv.js';
import { csvStream } from '../platform/http/file-answer.js';
import { DEFAULT_PAGE_SIZE, type Page } from '../platform/http/page.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import { UsersService } from '../users/users.service.js';
import { type MoneyListQuery, OPEN_STATUSES } from './transaction-list.dto.js';
import { countPlaces, selectPage, type ListFilter, type ListPlace } from './transaction-list-sql.js';
import type { TransactionRow } from './transaction-rows.service.js';

type FoundRow = TransactionRow & { readonly createdPosition: number };

/** The admins' lists of transactions: pages that stay where they are while new rows arrive, and their exports. */
@Injectable()
export class TransactionLists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly days: BankDays,
  ) {}

  /**
   * One page of the transactions of some kinds, with the total on the first one. Throws VALIDATION_FAILED, naming
   * the field, for a range that ends before it begins, a sort that does not go with the filters, a search that
   * means too many customers, and a cursor that is none.
   */
  async page(kinds: readonly TransactionKind[], query: MoneyListQuery): Promise<Page<TransactionRow>> {
    const filter = await this.filterOf(kinds, query);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const page = await this.read(filter, query.cursor, limit);
    if (query.cursor !== undefined) return page;
    const total = page.nextCursor === null ? page.items.length : await this.count(filter);
    return { ...page, total };
  }

  /** The same rows as a CSV file, at most a million. */
  async csv(
    name: string,
    columns: readonly CsvColumn<TransactionRow>[],
    kinds: readonly TransactionKind[],
    query: MoneyListQuery,
  ): Promise<StreamableFile> {
    const filter = await this.filterOf(kinds, query);
    const lines = renderPages<TransactionRow>(
      (cursor, limit) => this.read(filter, cursor, limit),
      (rows) => csvLines(columns, rows),
    );
    return csvStream(name, withHeader(csvHeader(columns), lines));
  }

  private async read(
    filter: ListFilter,
    cursor: string | undefined,
    limit: number,
  ): Promise<Page<TransactionRow>> {
    const { text, values } = selectPage(filter, cursor === undefined ? null : placeOf(cursor), limit + 1);
    const found = await this.dataSource.query<FoundRow[]>(text, values);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
  }

  private async count(filter: ListFilter): Promise<number> {
    const { text, values } = countPlaces(filter);
    const [row] = await this.dataSource.query<{ total: number }[]>(text, values);
    return row?.total ?? 0;
  }

  private async filterOf(kinds: readonly TransactionKind[], query: MoneyListQuery): Promise<ListFilter> {
    const { status, search, sort = 'newest' } = query;
    const isOpen = OPEN_STATUSES.some((open) => open === status) || status === 'open';
    if (sort === 'largest' && !isOpen && !search) {
      throw new AppError('VALIDATION_FAILED', 'sort largest goes with an open status or a search', {
        fields: ['sort'],
      });
    }
    const [range, sought] = await Promise.all([
      this.positionsOf(query),
      search ? this.soughtBy(search) : null,
    ]);
    const statuses =
      status === undefined ? TRANSACTION_STATUSES : status === 'open' ? OPEN_STATUSES : [status];
    return { kinds, statuses, sort, sought, ...range };
  }

  /** Time never runs backwards along the log, so a range of time is a range of positions. */
  private async positionsOf({ from, to }: MoneyListQuery) {
    const range = this.days.range(from, to);
    const sql = sqlOfSource(this.dataSource);
    const lastUpTo = async (time: Date): Promise<number> =>
      (await placeAt(sql, { kind: 'time', time })).position;
    const [after, upTo] = await Promise.all([
      range.from === null ? 0 : lastUpTo(new Date(range.from.getTime() - 1)),
      range.to === null ? Number.MAX_SAFE_INTEGER : lastUpTo(range.to),
    ]);
    return { after, upTo };
  }

  private async soughtBy(search: string): Promise<ListFilter['sought']> {
    return {
      customerIds: await this.users.idsMatching(search),
      amountCents: parseAmountText(search),
      transactionId: isUUID(search) ? search : null,
    };
  }
}

async function* withHeader(header: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield header;
  yield* lines;
}

/** The place of a row in its list: the position that it was created at, and its amount where they are sorted by that. */
function cursorOf({ createdPosition, amountCents }: FoundRow): string {
  return `${createdPosition}_${Math.abs(amountCents)}`;
}

const CURSOR = /^(\d{1,15})_(\d{1,15})$/;

function placeOf(cursor: string): ListPlace {
  const [, position, amountCents] = CURSOR.exec(cursor) ?? [];
  if (position === undefined || amountCents === undefined) throw badCursor();
  return { position: Number(position), amountCents: Number(amountCents) };
}
