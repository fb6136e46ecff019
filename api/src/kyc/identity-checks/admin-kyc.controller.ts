import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, CurrentUser, ForAdmins, RequestContextParam } from '../../http/access.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { IdPipe } from '../../http/id.pipe.js';
import { HandlerRecordsAccess, RecordsAccess, RecordsExport } from '../../http/records-access.js';
import { LimitPerUser } from '../../http/limit-per-user.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { NeedsRevision } from '../../http/revision.guard.js';
import { ApproveKycBody, KycReadDto, RejectKycBody, ResetKycBody, SsnDto } from './admin-kyc.dto.js';
import { DecideKycCommand } from './decide-kyc.command.js';
import {
  AdminKycApplicationDto,
  KycApplicationPageDto,
  KycApplicationsQuery,
} from './kyc-applications.list.js';
import { KycList } from './kyc-list.service.js';
import { KycAccessLog } from './kyc-access-log.service.js';
import { ReadSsnCommand } from './read-ssn.command.js';
import { ResetKycCommand } from './reset-kyc.command.js';

@ApiTags('admin')
@ForAdmins('kyc:read')
@Controller('api/admin')
export class AdminKycController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: KycList,
    private readonly reads: KycAccessLog,
  ) {}

  @Get('kyc-applications')
  @RecordsAccess('kyc-list', ({ items }: KycApplicationPageDto) => items.map(({ userId }) => userId))
  @ApiOkResponse({ type: KycApplicationPageDto })
  listKycApplications(@Query() query: KycApplicationsQuery): Promise<KycApplicationPageDto> {
    return this.lists.page(query);
  }

  @Get('kyc-applications.csv')
  @RecordsExport('kyc-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportKycApplications(@Query() query: KycApplicationsQuery): StreamableFile {
    return this.lists.csv(query);
  }

  @Get('kyc/:id')
  @RecordsAccess('kyc-application', ({ userId }: AdminKycApplicationDto) => [userId])
  @ApiOkResponse({ type: AdminKycApplicationDto })
  getKycApplication(@Param('id', IdPipe) id: string): Promise<AdminKycApplicationDto> {
    return this.lists.get(id);
  }

  @Put('kyc/:id/approve')
  @ForAdmins('kyc:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminKycApplicationDto })
  @Refuses('ALREADY_DECIDED', 'CONFLICT', 'KYC_CHANGED')
  approveKyc(
    @Param('id', IdPipe) id: string,
    @Body() body: ApproveKycBody,
    @CurrentUser() me: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminKycApplicationDto>> {
    const decision = { status: 'approved', ...body } as const;
    return this.reviewed(id, new DecideKycCommand(id, decision, me.userId, context, idempotency));
  }

  @Put('kyc/:id/reject')
  @ForAdmins('kyc:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminKycApplicationDto })
  @Refuses('ALREADY_DECIDED', 'CONFLICT')
  rejectKyc(
    @Param('id', IdPipe) id: string,
    @Body() body: RejectKycBody,
    @CurrentUser() me: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminKycApplicationDto>> {
    const decision = { status: 'rejected', ...body } as const;
    return this.reviewed(id, new DecideKycCommand(id, decision, me.userId, context, idempotency));
  }

  @Put('kyc/:id/reset')
  @ForAdmins('kyc:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminKycApplicationDto })
  @Refuses('ALREADY_DECIDED', 'CONFLICT')
  resetKyc(
    @Param('id', IdPipe) id: string,
    @Body() { expectedRevision }: ResetKycBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminKycApplicationDto>> {
    return this.reviewed(id, new ResetKycCommand(id, expectedRevision, context, idempotency));
  }

  /** Returns the full SSN after recording the access as an event (KYC-24). */
  @Post('kyc/:id/ssn')
  @ForAdmins('kyc:decide')
  @FreshFactor()
  @LimitPerUser('ssn-reads')
  @HandlerRecordsAccess('ssn')
  @HttpCode(200)
  @ApiOkResponse({ type: SsnDto })
  readKycSsn(
    @Param('id', IdPipe) id: string,
    @CommandContextParam() context: CommandContext,
  ): Promise<SsnDto> {
    return this.commands.execute(new ReadSsnCommand(id, context));
  }

  /** Lists who viewed the SSN and the documents, and when (KYC-25). */
  @Get('kyc/:id/reads')
  @RecordsAccess('kyc-reads', (_reads: KycReadDto[]) => [])
  @ApiOkResponse({ type: [KycReadDto] })
  listKycReads(
    @Param('id', IdPipe) id: string,
    @RequestContextParam() { actor }: CommandContext,
  ): Promise<KycReadDto[]> {
    return this.reads.of(id, actor);
  }

  private async reviewed(
    id: string,
    command: DecideKycCommand | ResetKycCommand,
  ): Promise<IdempotentResponse<AdminKycApplicationDto>> {
    const response = await this.commands.execute(command);
    const application = await this.lists.get(id);
    return response.map(() => application);
  }
}
