import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext } from '../ledger/writer/submission.js';
import { Asked, ForAdmins, Me } from '../platform/http/access.js';
import { IdPipe } from '../platform/http/id-param.js';
import type { SignedIn } from '../platform/http/request.js';
import { AdminKycApplicationDto, ApproveKycBody, RejectKycBody, SsnDto } from './admin-kyc.dto.js';
import { KycReviewService } from './kyc-review.service.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin')
export class AdminKycController {
  constructor(private readonly reviews: KycReviewService) {}

  @Get('kyc-applications')
  @ApiOkResponse({ type: [AdminKycApplicationDto] })
  listKycApplications(): Promise<AdminKycApplicationDto[]> {
    return this.reviews.list();
  }

  @Put('kyc/:id/approve')
  @ApiOkResponse({ type: AdminKycApplicationDto })
  approveKyc(
    @Param('id', IdPipe) id: string,
    @Body() { notes }: ApproveKycBody,
    @Me() me: SignedIn,
    @Asked() context: CommandContext,
  ): Promise<AdminKycApplicationDto> {
    return this.reviews.decide(id, { status: 'approved', notes: notes ?? '' }, me.userId, context);
  }

  @Put('kyc/:id/reject')
  @ApiOkResponse({ type: AdminKycApplicationDto })
  rejectKyc(
    @Param('id', IdPipe) id: string,
    @Body() { notes }: RejectKycBody,
    @Me() me: SignedIn,
    @Asked() context: CommandContext,
  ): Promise<AdminKycApplicationDto> {
    return this.reviews.decide(id, { status: 'rejected', notes }, me.userId, context);
  }

  @Put('kyc/:id/reset')
  @ApiOkResponse({ type: AdminKycApplicationDto })
  resetKyc(
    @Param('id', IdPipe) id: string,
    @Asked() context: CommandContext,
  ): Promise<AdminKycApplicationDto> {
    return this.reviews.reset(id, context);
  }

  /** The whole SSN; that it was read is in the log by then. */
  @Post('kyc/:id/ssn')
  @HttpCode(200)
  @ApiOkResponse({ type: SsnDto })
  readKycSsn(@Param('id', IdPipe) id: string, @Asked() context: CommandContext): Promise<SsnDto> {
    return this.reviews.readSsn(id, context);
  }
}
