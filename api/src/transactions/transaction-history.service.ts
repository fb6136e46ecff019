import { Injectable } from '@nestjs/common';
import { AppError } from '../platform/http/app-error.js';
import { BankDays } from './bank-days.service.js';
import { mapCustomerTransaction } from './transaction.dto.js';
import {
  DEFAULT_PAGE_SIZE,
  mapTransactionDetail,
  type TransactionDetailDto,
  type TransactionPageDto,
  type TransactionsQuery,
} from './transaction-history.dto.js';
import { type RowFilter, TransactionRows } from './transaction-rows.service.js';
import { TransactionStories } from './transaction-stories.service.js';

/** A customer's own history: page by page, and one transaction with its story. */
@Injectable()
export class TransactionHistory {
  constructor(
    private readonly rows: TransactionRows,
    private readonly stories: TransactionStories,
    private readonly days: BankDays,
  ) {}

  /**
   * One page, newest first. Its cursor is the ledger position of the last line's first event, which never
   * changes: what is new meanwhile comes before the first page and moves no line to another page.
   */
  async page(accountId: string, query: TransactionsQuery): Promise<TransactionPageDto> {
    const filter = this.filterOf(query);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const [found, total] = await Promise.all([
      this.rows.matching(accountId, filter, limit + 1),
      filter.beforePosition === null ? this.rows.countMatching(accountId, filter) : undefined,
    ]);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(mapCustomerTransaction),
      nextCursor: found.length > limit && last !== undefined ? String(last.createdPosition) : null,
      ...(total === undefined ? {} : { total }),
    };
  }

  /** Throws NOT_FOUND for what is not in this customer's history. */
  async detail(accountId: string, transactionId: string): Promise<TransactionDetailDto> {
    const row = await this.rows.requiredOf(accountId, transactionId);
    return mapTransactionDetail(row, await this.stories.timelineOf(row), this.stories.nextOf(row));
  }

  private filterOf({ status, type, search, from, to, cursor }: TransactionsQuery): RowFilter {
    if (from !== undefined && to !== undefined && from > to) {
      throw new AppError('VALIDATION_FAILED', 'from must not be after to', { fields: ['from', 'to'] });
    }
    return {
      beforePosition: cursor ?? null,
      status: status === undefined || status === 'all' ? null : status,
      direction: type === undefined || type === 'all' ? null : type,
      from: from === undefined ? null : this.days.startOf(from),
      to: to === undefined ? null : this.days.endOf(to),
      search: search === undefined || search === '' ? null : search,
    };
  }
}
