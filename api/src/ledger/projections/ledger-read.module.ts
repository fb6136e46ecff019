import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LedgerAccountEntity } from './ledger-account.entity.js';
import { LedgerBalances } from './ledger-balances.service.js';

/** Reading balances, for programs that write nothing into the ledger as well. */
@Module({
  imports: [TypeOrmModule.forFeature([LedgerAccountEntity])],
  providers: [LedgerBalances],
  exports: [LedgerBalances],
})
export class LedgerReadModule {}
