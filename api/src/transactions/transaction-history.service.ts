import { Injectable } from '@nestjs/common';
import { AppError } from '../http/app-error.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import { type CustomerTransactionDto, mapCustomerTransaction } from './transaction.dto.js';
import {
  DEFAULT_PAGE_SIZE,
  mapTransactionDetail,
  type TransactionDetailDto,
  type TransactionFilterQuery,
  type TransactionPageDto,
  type TransactionsQuery,
} from './transaction-history.dto.js';
import { type HistoryFilter, TransactionQueries } from './transaction-queries.service.js';
import { TransactionTimeline } from './transaction-timeline.service.js';

/** Maximum number of lines per export. */
const MAX_LINES = 10_000;
const READ_SIZE = 500;

/** A customer's transaction history in pages (TXN-5), and one transaction with its timeline (TXN-7). */
@Injectable()
export class TransactionHistory {
  constructor(
    private readonly queries: TransactionQueries,
    private readonly timelines: TransactionTimeline,
    private readonly days: BankDays,
  ) {}

  /**
   * Returns one page, newest first. The cursor is the log position at which the last line was created. It never
   * changes, so transactions that arrive meanwhile shift no line to another page (TXN-5).
   */
  async page(accountId: string, query: TransactionsQuery): Promise<TransactionPageDto> {
    const filter = { ...this.filterOf(query), beforePosition: query.cursor ?? null };
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const [found, total] = await Promise.all([
      this.queries.findMatching(accountId, filter, limit + 1),
      filter.beforePosition === null ? this.queries.countMatching(accountId, filter) : undefined,
    ]);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(mapCustomerTransaction),
      nextCursor: found.length > limit && last !== undefined ? String(last.createdPosition) : null,
      ...(total === undefined ? {} : { total }),
    };
  }

  /**
   * Returns all matching lines, newest first.
   *
   * @throws VALIDATION_FAILED more than 10,000 lines match
   */
  async all(accountId: string, query: TransactionFilterQuery): Promise<CustomerTransactionDto[]> {
    const lines: CustomerTransactionDto[] = [];
    let cursor: string | null = null;
    do {
      const filter = { ...this.filterOf(query), beforePosition: cursor };
      const found = await this.queries.findMatching(accountId, filter, READ_SIZE);
      lines.push(...found.map(mapCustomerTransaction));
      const last = found.at(-1);
      cursor = found.length < READ_SIZE || last === undefined ? null : String(last.createdPosition);
    } while (cursor !== null && lines.length <= MAX_LINES);
    if (lines.length > MAX_LINES) {
      const message = `More than ${MAX_LINES.toLocaleString('en-US')} lines match, please choose fewer days`;
      throw new AppError('VALIDATION_FAILED', message, { fields: ['from', 'to'] });
    }
    return lines;
  }

  /** @throws NOT_FOUND the transaction is not in this customer's history (TXN-8) */
  async detail(accountId: string, transactionId: string): Promise<TransactionDetailDto> {
    const row = await this.queries.getVisible(accountId, transactionId);
    return mapTransactionDetail(row, await this.timelines.timelineOf(row), this.timelines.nextOf(row));
  }

  private filterOf({
    status,
    type,
    category,
    search,
    from,
    to,
  }: TransactionFilterQuery): Omit<HistoryFilter, 'beforePosition'> {
    return {
      status: status === undefined || status === 'all' ? null : status,
      direction: type === undefined || type === 'all' ? null : type,
      category: category === undefined || category === 'all' ? null : category,
      ...this.days.range(from, to),
      search: search === undefined || search === '' ? null : search,
    };
  }
}
