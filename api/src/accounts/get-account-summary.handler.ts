import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { KycService } from '../kyc/kyc.service.js';
import { formatUsd } from '../ledger/domain/money.js';
import { LedgerBalances } from '../ledger/queries/ledger-balances.service.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import type { AccountSummaryDto } from './account-summary.dto.js';

/** Reads a customer's balances with their account request and identity check (ACC-7). */
export class GetAccountSummaryQuery extends Query<AccountSummaryDto> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetAccountSummaryQuery)
export class GetAccountSummaryHandler implements IQueryHandler<GetAccountSummaryQuery> {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly kyc: KycService,
    private readonly days: BankDays,
  ) {}

  async execute({ userId }: GetAccountSummaryQuery): Promise<AccountSummaryDto> {
    const [{ postedCents, heldCents }, onboarding] = await Promise.all([
      this.balances.balanceOf(userId),
      this.kyc.statusOf(userId),
    ]);
    const availableCents = postedCents - heldCents;
    return {
      totalBalance: formatUsd(postedCents),
      totalBalanceCents: postedCents,
      availableBalance: formatUsd(availableCents),
      availableBalanceCents: availableCents,
      pendingBalance: formatUsd(heldCents),
      pendingBalanceCents: heldCents,
      bankDay: this.days.today(),
      timeZone: this.days.timeZone,
      accountRequest: onboarding.accountRequest,
      kyc: onboarding.kyc,
    };
  }
}
