import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerAccountEntity } from './ledger-account.entity.js';
import { LedgerBalances } from './ledger-balances.service.js';

/** Read access to balances, also for programs that do not write to the ledger. */
@Module({
  imports: [TypeOrmModule.forFeature([LedgerAccountEntity])],
  providers: [LedgerBalances],
  exports: [LedgerBalances],
})
export class LedgerReadModule {}
