import { Injectable } from '@nestjs/common';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { KycService } from '../../kyc/identity-checks/kyc.service.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { AccountSummaryDto } from './account-summary.dto.js';

/** A customer's balances with their account request and identity check (ACC-7). */
@Injectable()
export class AccountSummary {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly kyc: KycService,
    private readonly days: BankDays,
  ) {}

  async of(userId: string): Promise<AccountSummaryDto> {
    const [balance, onboarding] = await Promise.all([
      this.balances.balanceOf(userId),
      this.kyc.summaryOf(userId),
    ]);
    const { postedCents, heldCents, outgoingDay, outgoingDayCents } = balance;
    const bankDay = this.days.today();
    const sentTodayCents = outgoingDay === bankDay ? outgoingDayCents : 0;
    return {
      totalBalanceCents: postedCents,
      availableBalanceCents: postedCents - heldCents,
      pendingBalanceCents: heldCents,
      leftToSendTodayCents: Math.max(0, DAILY_LIMIT_CENTS - sentTodayCents),
      bankDay,
      timeZone: this.days.timeZone,
      ...onboarding,
    };
  }
}
