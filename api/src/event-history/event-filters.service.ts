import { Injectable } from '@nestjs/common';
import { accountIdOf } from '../ledger/domain/accounts.js';
import { resolvePosition } from '../ledger/queries/resolve-position.js';
import type { EventFilter } from '../ledger/queries/event-filter.js';
import type { PositionRange } from '../ledger/queries/search-events.js';
import type { Sql } from '../platform/database/sql.js';
import { AppError } from '../http/app-error.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import type { EventFilterQuery } from './event-history.dto.js';

/** Converts the query of an admin into a search filter and a range of positions. */
@Injectable()
export class EventFiltersService {
  constructor(private readonly days: BankDays) {}

  toFilter({
    customer,
    account,
    transaction,
    type,
    role,
    actor,
    correlation,
  }: EventFilterQuery): EventFilter {
    return {
      customerId: customer?.toLowerCase(),
      accountId: account === undefined ? undefined : (accountIdOf(account) ?? undefined),
      transactionId: transaction?.toLowerCase(),
      type,
      actorRole: role,
      actor: actor === undefined ? undefined : `user:${actor.toLowerCase()}`,
      correlationId: correlation === '' ? undefined : correlation,
    };
  }

  /**
   * Returns the positions of the requested bank days.
   *
   * @throws AppError VALIDATION_FAILED if the range is reversed
   */
  async resolveRange(sql: Sql, { from, to }: EventFilterQuery): Promise<PositionRange> {
    if (from !== undefined && to !== undefined && from > to) {
      throw new AppError('VALIDATION_FAILED', 'from must not be after to', { fields: ['from', 'to'] });
    }
    const after = from === undefined ? 0 : await lastPositionAt(sql, this.days.startOf(from).getTime() - 1);
    const upTo =
      to === undefined
        ? (await resolvePosition(sql)).position
        : await lastPositionAt(sql, this.days.endOf(to).getTime());
    return { after, upTo };
  }
}

async function lastPositionAt(sql: Sql, time: number): Promise<number> {
  return (await resolvePosition(sql, { kind: 'time', time: new Date(time) })).position;
}
