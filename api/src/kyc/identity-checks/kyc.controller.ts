import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForSignedIn, CurrentUser } from '../../http/access.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { CreateKycBody, KycStatusDto, EnteredDetailsDto, UploadDocumentBody } from './kyc.dto.js';
import { KycService } from './kyc.service.js';
import { ReplaceDocumentCommand } from './replace-document.command.js';
import { SubmitKycCommand } from './submit-kyc.command.js';

@ApiTags('kyc')
@ForSignedIn()
@Controller('api/kyc')
export class KycController {
  constructor(
    private readonly commands: CommandBus,
    private readonly kyc: KycService,
  ) {}

  @Get('status')
  @ApiOkResponse({ type: KycStatusDto })
  getKycStatus(@CurrentUser() me: AuthenticatedUser): Promise<KycStatusDto> {
    return this.kyc.statusOf(me.userId);
  }

  /**
   * Returns what the customer entered in the last application, so that the web app can fill in the next one (KYC-31).
   * Refused unless the last application or its account request was rejected.
   */
  @Get('rejected-application')
  @ApiOkResponse({ type: EnteredDetailsDto })
  @Refuses('NOT_FOUND')
  getRejectedApplication(@CurrentUser() me: AuthenticatedUser): Promise<EnteredDetailsDto> {
    return this.kyc.rejectedOf(me.userId);
  }

  @Post('create')
  @ApiCreatedResponse({ type: KycStatusDto })
  @Refuses('APPLICATION_EXISTS', 'PHONE_REQUIRED', 'SSN_DUPLICATE')
  createKyc(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: CreateKycBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<KycStatusDto>> {
    return this.commands.execute(new SubmitKycCommand(me.userId, body, context, idempotency));
  }

  /** Replaces a document of the caller's own application (KYC-17). */
  @Post('upload-document')
  @HttpCode(200)
  @ApiOkResponse({ type: KycStatusDto })
  @Refuses('NOT_FOUND', 'ALREADY_DECIDED')
  uploadKycDocument(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: UploadDocumentBody,
    @CommandContextParam() context: CommandContext,
  ): Promise<KycStatusDto> {
    return this.commands.execute(new ReplaceDocumentCommand(me.userId, body, context));
  }
}
