import { Injectable } from '@nestjs/common';
import { AppError } from '../../http/app-error.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { type CustomerTransactionDto, mapCustomerTransaction } from './transaction.dto.js';
import {
  DEFAULT_PAGE_SIZE,
  mapTransactionDetail,
  type TransactionDetailDto,
  type TransactionFilterQuery,
  type TransactionPageDto,
  type TransactionsQuery,
} from './transaction-history.dto.js';
import {
  type CustomerTransactionListItem,
  type HistoryCursor,
  type HistoryFilter,
  TransactionQueries,
} from './transaction-queries.service.js';
import { TransactionTimeline } from './transaction-timeline.service.js';

/** Maximum number of lines per export. */
const MAX_LINES = 10_000;
const READ_SIZE = 500;

/** A line of an export. `kind` distinguishes an adjustment from a transfer or a credit; `type` doesn't. */
export type HistoryLine = CustomerTransactionDto & Pick<CustomerTransactionListItem, 'kind'>;

/** A customer's transaction history in pages (TXN-5), and one transaction with its timeline (TXN-7). */
@Injectable()
export class TransactionHistory {
  constructor(
    private readonly queries: TransactionQueries,
    private readonly timelines: TransactionTimeline,
    private readonly days: BankDays,
  ) {}

  /**
   * Returns one page: open transactions, then the others, newest first (TXN-2). A line moves only when its
   * transaction changes, and then to the top of its group. New transactions therefore don't shift lines to another
   * page (TXN-5).
   */
  async page(accountId: string, query: TransactionsQuery): Promise<TransactionPageDto> {
    const filter = this.filterOf(query);
    const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const [found, total] = await Promise.all([
      this.queries.findMatching(accountId, filter, cursor, limit + 1),
      cursor === null ? this.queries.countMatching(accountId, filter) : undefined,
    ]);
    const shown = found.slice(0, limit);
    const next = found.length > limit ? cursorAfter(shown) : null;
    return {
      items: shown.map(mapCustomerTransaction),
      nextCursor: next && formatCursor(next),
      ...(total === undefined ? {} : { total }),
    };
  }

  /**
   * Returns all matching lines in page order.
   *
   * @throws VALIDATION_FAILED more than 10,000 lines match
   */
  async all(accountId: string, query: TransactionFilterQuery): Promise<HistoryLine[]> {
    const lines: HistoryLine[] = [];
    const filter = this.filterOf(query);
    let cursor: HistoryCursor | null = null;
    do {
      const found = await this.queries.findMatching(accountId, filter, cursor, READ_SIZE);
      lines.push(...found.map((row) => Object.assign(mapCustomerTransaction(row), { kind: row.kind })));
      cursor = found.length < READ_SIZE ? null : cursorAfter(found);
    } while (cursor !== null && lines.length <= MAX_LINES);
    if (lines.length > MAX_LINES) {
      const message = `More than ${MAX_LINES.toLocaleString('en-US')} lines match. Please choose a shorter period`;
      throw new AppError('VALIDATION_FAILED', message, { fields: ['from', 'to'] });
    }
    return lines;
  }

  /** @throws NOT_FOUND the transaction is not in this customer's history (TXN-8) */
  async detail(accountId: string, transactionId: string): Promise<TransactionDetailDto> {
    const row = await this.queries.getVisible(accountId, transactionId);
    return mapTransactionDetail(row, await this.timelines.timelineOf(row));
  }

  private filterOf({ status, type, category, search, from, to }: TransactionFilterQuery): HistoryFilter {
    return {
      status: status === undefined || status === 'all' ? null : status,
      direction: type === undefined || type === 'all' ? null : type,
      category: category === undefined || category === 'all' ? null : category,
      ...this.days.range(from, to),
      search: search === undefined || search === '' ? null : search,
    };
  }
}

function cursorAfter(lines: readonly CustomerTransactionListItem[]): HistoryCursor | null {
  const last = lines.at(-1);
  return last === undefined ? null : { isOpen: last.isOpen, position: String(last.listedPosition) };
}

function formatCursor({ isOpen, position }: HistoryCursor): string {
  return isOpen ? `open-${position}` : position;
}

function parseCursor(cursor: string): HistoryCursor {
  return { isOpen: cursor.startsWith('open-'), position: cursor.replace('open-', '') };
}
