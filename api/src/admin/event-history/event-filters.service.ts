import { Injectable } from '@nestjs/common';
import { accountIdOf } from '../../ledger/domain/accounts.js';
import type { EventFilter, Period } from '../../ledger/queries/ledger-events.service.js';
import { AppError } from '../../http/app-error.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { EventFilterQuery } from './event-history.dto.js';

/** Converts an admin's query into a search filter and a period. */
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
   * Returns the period of the requested bank days.
   *
   * @throws AppError VALIDATION_FAILED the range is reversed
   */
  toPeriod({ from, to }: EventFilterQuery): Period {
    if (from !== undefined && to !== undefined && from > to) {
      throw new AppError('VALIDATION_FAILED', "“From” can't be after “To”", { fields: ['from', 'to'] });
    }
    return {
      after: from === undefined ? undefined : new Date(this.days.startOf(from).getTime() - 1),
      until: to === undefined ? undefined : this.days.endOf(to),
    };
  }
}
