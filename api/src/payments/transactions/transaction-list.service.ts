import { Injectable, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { parseAmountText } from '@moniker/common/typed-amount.js';
import {
  isOpenStatus,
  OPEN_STATUSES,
  TRANSACTION_STATUSES,
  type TransactionKind,
} from '@moniker/common/transactions.js';
import { LedgerEvents } from '../../ledger/queries/ledger-events.service.js';
import { invalidCursorError } from '../../http/cursor.js';
import { AppError } from '../../http/app-error.js';
import { csvFileOfPages } from '../../http/file-response.js';
import { DEFAULT_PAGE_SIZE, type Page } from '../../http/page.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { type MoneyListQuery, paymentCsvColumns, type PaymentList } from './transaction-list.dto.js';
import { countMatches, selectPage, type ListFilter, type ListCursor } from './transaction-list-sql.js';
import type { TransactionView } from './transaction-queries.service.js';

/** Only the list of all payments has a filter by kind. */
type PaymentListQuery = MoneyListQuery & { readonly kind?: TransactionKind };

type FoundRow = TransactionView & { readonly createdPosition: number };

/** The admins' transaction lists, as pages that stay stable while rows arrive (ADM-15), and as CSV (ADM-17). */
@Injectable()
export class TransactionList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersService,
    private readonly events: LedgerEvents,
    private readonly days: BankDays,
  ) {}

  /**
   * Returns one page. Only the first page includes the total.
   *
   * @throws VALIDATION_FAILED the range is reversed, the sort does not fit the filters, the search matches too many
   *   customers, or the cursor is malformed
   */
  async page<Payment>(list: PaymentList<Payment>, query: PaymentListQuery): Promise<Page<Payment>> {
    const filter = await this.filterOf(list, query);
    const { items: rows, nextCursor } = await this.read(
      filter,
      query.cursor,
      query.limit ?? DEFAULT_PAGE_SIZE,
    );
    const page = { items: rows.map((row) => list.map(row, this.days.timeZone)), nextCursor };
    if (query.cursor !== undefined) return page;
    return { ...page, total: nextCursor === null ? rows.length : await this.count(filter) };
  }

  /** Streams up to a million matching rows as a CSV file. */
  async csv<Payment>(list: PaymentList<Payment>, query: PaymentListQuery): Promise<StreamableFile> {
    const filter = await this.filterOf(list, query);
    const { fileName, columns } = list.csv;
    return csvFileOfPages(fileName, paymentCsvColumns(columns), (cursor, limit) =>
      this.read(filter, cursor, limit),
    );
  }

  private async read(
    filter: ListFilter,
    cursor: string | undefined,
    limit: number,
  ): Promise<Page<TransactionView>> {
    const { text, values } = selectPage(filter, cursor === undefined ? null : parseCursor(cursor), limit + 1);
    const found = await this.dataSource.query<FoundRow[]>(text, values);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: found.length > limit && last !== undefined ? formatCursor(last) : null };
  }

  private async count(filter: ListFilter): Promise<number> {
    const { text, values } = countMatches(filter);
    const [row] = await this.dataSource.query<{ total: number }[]>(text, values);
    return row?.total ?? 0;
  }

  private async filterOf(
    list: Pick<PaymentList<unknown>, 'kinds'>,
    query: PaymentListQuery,
  ): Promise<ListFilter> {
    const { status, kind, search, sort = 'newest' } = query;
    const isOpen = status === 'open' || (status !== undefined && isOpenStatus(status));
    if (sort === 'largest' && !isOpen && !search) {
      throw new AppError('VALIDATION_FAILED', 'sort "largest" requires an open status or a search', {
        fields: ['sort'],
      });
    }
    const [range, parsed] = await Promise.all([
      this.positionRangeOf(query),
      search ? this.parseSearch(search) : null,
    ]);
    const statuses =
      status === undefined ? TRANSACTION_STATUSES : status === 'open' ? OPEN_STATUSES : [status];
    return { kinds: kind === undefined ? list.kinds : [kind], statuses, sort, search: parsed, ...range };
  }

  /**
   * Converts a range of days to a range of log positions. This is possible because recorded times never decrease along
   * the log (LED-15).
   */
  private async positionRangeOf({ from, to }: MoneyListQuery) {
    const range = this.days.range(from, to);
    const [after, upTo] = await Promise.all([
      range.from === null ? 0 : this.events.positionAt(new Date(range.from.getTime() - 1)),
      range.to === null ? Number.MAX_SAFE_INTEGER : this.events.positionAt(range.to),
    ]);
    return { after, upTo };
  }

  private async parseSearch(search: string): Promise<ListFilter['search']> {
    return {
      customerIds: await this.users.idsMatching(search),
      amountCents: parseAmountText(search),
      transactionId: isUUID(search) ? search : null,
    };
  }
}

/** Encodes a row's sort key: its creation position, and its amount for lists sorted by amount. */
function formatCursor({ createdPosition, amountCents }: FoundRow): string {
  return `${createdPosition}_${Math.abs(amountCents)}`;
}

const CURSOR = /^(\d{1,15})_(\d{1,15})$/;

function parseCursor(cursor: string): ListCursor {
  const [, position, amountCents] = CURSOR.exec(cursor) ?? [];
  if (position === undefined || amountCents === undefined) throw invalidCursorError();
  return { position: Number(position), amountCents: Number(amountCents) };
}
