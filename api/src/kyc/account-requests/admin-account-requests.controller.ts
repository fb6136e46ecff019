import { Body, Controller, Get, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForAdmins, CurrentUser } from '../../http/access.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Lists } from '../../http/lists.service.js';
import { NeedsRevision } from '../../http/revision.guard.js';
import { RecordsAccess, RecordsExport } from '../../http/records-access.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { UpdateAccountRequestBody } from './account-request.dto.js';
import {
  ACCOUNT_REQUESTS,
  AccountRequestPageDto,
  AccountRequestsQuery,
  AdminAccountRequestDto,
} from './account-requests.list.js';
import { DecideAccountRequestCommand } from './decide-account-request.command.js';

/** Why a decision on a request may be refused. */
const DECISION_REFUSALS = [
  'APPROVAL_REQUIRED',
  'ACCOUNT_NUMBER_TAKEN',
  'ACCOUNT_NUMBER_ASSIGNED',
  'ALREADY_DECIDED',
  'CONFLICT',
  'KYC_NOT_APPROVED',
] as const;

@ApiTags('admin')
@ForAdmins('requests:read')
@Controller('api/admin')
export class AdminAccountRequestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: Lists,
  ) {}

  @Get('account-requests')
  @RecordsAccess('request-list', ({ items }: AccountRequestPageDto) => items.map(({ user }) => user.id))
  @ApiOkResponse({ type: AccountRequestPageDto })
  listAccountRequests(@Query() query: AccountRequestsQuery): Promise<AccountRequestPageDto> {
    return this.lists.page(ACCOUNT_REQUESTS, query);
  }

  @Get('account-requests.csv')
  @RecordsExport('request-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportAccountRequests(@Query() query: AccountRequestsQuery): StreamableFile {
    return this.lists.csv(ACCOUNT_REQUESTS, query);
  }

  @Get('account-requests/:id')
  @RecordsAccess('request', ({ user }: AdminAccountRequestDto) => [user.id])
  @ApiOkResponse({ type: AdminAccountRequestDto })
  getAccountRequest(@Param('id', IdPipe) id: string): Promise<AdminAccountRequestDto> {
    return this.lists.get(ACCOUNT_REQUESTS, id);
  }

  @Put('account-requests/:id')
  @ForAdmins('requests:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminAccountRequestDto })
  @Refuses(...DECISION_REFUSALS)
  async updateAccountRequest(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateAccountRequestBody,
    @CurrentUser() me: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminAccountRequestDto>> {
    const command = new DecideAccountRequestCommand(id, body, me.userId, context, idempotency);
    const response = await this.commands.execute(command);
    const request = await this.lists.get(ACCOUNT_REQUESTS, id);
    return response.map(() => request);
  }
}
