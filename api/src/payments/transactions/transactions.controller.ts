import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { type ConditionalRead, Conditional } from '../../http/conditional.js';
import { IdPipe } from '../../http/id.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { CategoriesService } from './categories.service.js';
import { ChangeCategoryBody, CustomerTransactionDto, mapCustomerTransaction } from './transaction.dto.js';
import { TransactionDetailDto, TransactionPageDto, TransactionsQuery } from './transaction-history.dto.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionQueries } from './transaction-queries.service.js';

const RECENT_LIMIT = 100;

@ApiTags('transactions')
@ForSignedIn()
@Controller('api/transactions')
export class TransactionsController {
  constructor(
    private readonly rows: TransactionQueries,
    private readonly history: TransactionHistory,
    private readonly balances: LedgerBalances,
    private readonly categories: CategoriesService,
  ) {}

  @Get('recent')
  @ApiOkResponse({ type: [CustomerTransactionDto] })
  async listRecentTransactions(
    @CurrentUser() { userId }: AuthenticatedUser,
    @Conditional() respond: ConditionalRead,
  ): Promise<CustomerTransactionDto[] | undefined> {
    const [{ version }, categories] = await Promise.all([
      this.balances.balanceOf(userId),
      this.categories.versionOf(userId),
    ]);
    return respond(`${userId}-${version}-${categories}`, async () =>
      (await this.rows.findVisible(userId, RECENT_LIMIT)).map(mapCustomerTransaction),
    );
  }

  @Get()
  @ApiOkResponse({ type: TransactionPageDto })
  listOwnTransactions(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: TransactionsQuery,
  ): Promise<TransactionPageDto> {
    return this.history.page(me.userId, query);
  }

  @Get(':id')
  @ApiOkResponse({ type: TransactionDetailDto })
  getOwnTransaction(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<TransactionDetailDto> {
    return this.history.detail(me.userId, id);
  }

  @Put(':id/category')
  @ApiOkResponse({ type: TransactionDetailDto })
  async changeCategory(
    @CurrentUser() { userId }: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Body() body: ChangeCategoryBody,
  ): Promise<TransactionDetailDto> {
    await this.categories.change(userId, id, body);
    return this.history.detail(userId, id);
  }
}
