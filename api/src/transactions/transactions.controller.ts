import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LedgerBalances } from '../ledger/projections/ledger-balances.service.js';
import { ForCustomers, Me } from '../platform/http/access.js';
import { type AnswerVersion, Conditional } from '../platform/http/conditional.js';
import { IdPipe } from '../platform/http/id-param.js';
import type { SignedIn } from '../platform/http/request.js';
import { CustomerTransactionDto, mapCustomerTransaction } from './transaction.dto.js';
import { TransactionDetailDto, TransactionPageDto, TransactionsQuery } from './transaction-history.dto.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionRows } from './transaction-rows.service.js';

const RECENT = 100;

@ApiTags('transactions')
@ForCustomers()
@Controller('api/transactions')
export class TransactionsController {
  constructor(
    private readonly rows: TransactionRows,
    private readonly history: TransactionHistory,
    private readonly balances: LedgerBalances,
  ) {}

  @Get('recent')
  @ApiOkResponse({ type: [CustomerTransactionDto] })
  async listRecentTransactions(
    @Me() { userId }: SignedIn,
    @Conditional() answer: AnswerVersion,
  ): Promise<CustomerTransactionDto[] | undefined> {
    const { version } = await this.balances.of(userId);
    return answer(`${userId}-${version}`, async () =>
      (await this.rows.visibleTo(userId, RECENT)).map(mapCustomerTransaction),
    );
  }

  @Get()
  @ApiOkResponse({ type: TransactionPageDto })
  listOwnTransactions(@Me() me: SignedIn, @Query() query: TransactionsQuery): Promise<TransactionPageDto> {
    return this.history.page(me.userId, query);
  }

  @Get(':id')
  @ApiOkResponse({ type: TransactionDetailDto })
  getOwnTransaction(@Me() me: SignedIn, @Param('id', IdPipe) id: string): Promise<TransactionDetailDto> {
    return this.history.detail(me.userId, id);
  }
}
