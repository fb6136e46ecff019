import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext } from '../ledger/writer/submission.js';
import { Asked, ForAdmins } from '../platform/http/access.js';
import { IdPipe } from '../platform/http/id-param.js';
import { AdminAccountRequestDto, UpdateAccountRequestBody } from './account-request.dto.js';
import { AccountRequestsService } from './account-requests.service.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin/account-requests')
export class AdminAccountRequestsController {
  constructor(private readonly requests: AccountRequestsService) {}

  @Get()
  @ApiOkResponse({ type: [AdminAccountRequestDto] })
  listAccountRequests(): Promise<AdminAccountRequestDto[]> {
    return this.requests.list();
  }

  @Put(':id')
  @ApiOkResponse({ type: AdminAccountRequestDto })
  updateAccountRequest(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateAccountRequestBody,
    @Asked() context: CommandContext,
  ): Promise<AdminAccountRequestDto> {
    return this.requests.update(id, body, context);
  }
}
