import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForCustomers, Me } from '../platform/http/access.js';
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
  ) {}

  @Get('recent')
  @ApiOkResponse({ type: [CustomerTransactionDto] })
  async listRecentTransactions(@Me() me: SignedIn): Promise<CustomerTransactionDto[]> {
    return (await this.rows.visibleTo(me.userId, RECENT)).map(mapCustomerTransaction);
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
