import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { ApiFile } from '../../http/file-response.js';
import { TransactionFilterQuery } from '../transactions/transaction-history.dto.js';
import { StatementDto, StatementQuery } from './statement.dto.js';
import { StatementFiles } from './statement-files.service.js';
import { StatementsService } from './statements.service.js';

@ApiTags('statements')
@ForSignedIn()
@Controller('api')
export class StatementsController {
  constructor(
    private readonly statements: StatementsService,
    private readonly files: StatementFiles,
  ) {}

  @Get('statements')
  @ApiOkResponse({ type: StatementDto })
  getStatement(@CurrentUser() me: AuthenticatedUser, @Query() query: StatementQuery): Promise<StatementDto> {
    return this.statements.statement(me.userId, query);
  }

  @Get('statements.pdf')
  @ApiFile('application/pdf')
  getStatementPdf(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: StatementQuery,
  ): Promise<StreamableFile> {
    return this.files.statementPdf(me.userId, query);
  }

  @Get('statements.csv')
  @ApiFile('text/csv')
  getStatementCsv(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: StatementQuery,
  ): Promise<StreamableFile> {
    return this.files.statementCsv(me.userId, query);
  }

  @Get('transactions.csv')
  @ApiFile('text/csv')
  getTransactionsCsv(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: TransactionFilterQuery,
  ): Promise<StreamableFile> {
    return this.files.historyCsv(me.userId, query);
  }

  @Get('transactions/:id/receipt')
  @ApiFile('application/pdf')
  getReceipt(@CurrentUser() me: AuthenticatedUser, @Param('id', IdPipe) id: string): Promise<StreamableFile> {
    return this.files.receipt(me.userId, id);
  }
}
