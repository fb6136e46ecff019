import { Module } from '@nestjs/common';
import { LedgerBalances } from './ledger-balances.service.js';

/** Read access to balances, also for programs that do not write to the ledger. */
@Module({
  providers: [LedgerBalances],
  exports: [LedgerBalances],
})
export class LedgerReadModule {}
