import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForCustomers, Me } from '../platform/http/access.js';
import type { SignedIn } from '../platform/http/request.js';
import { CreateKycBody, KycStatusDto, UploadDocumentBody } from './kyc.dto.js';
import { KycService } from './kyc.service.js';

@ApiTags('kyc')
@ForCustomers()
@Controller('api/kyc')
export class KycController {
  constructor(private readonly kyc: KycService) {}

  @Get('status')
  @ApiOkResponse({ type: KycStatusDto })
  getKycStatus(@Me() me: SignedIn): Promise<KycStatusDto> {
    return this.kyc.statusOf(me.userId);
  }

  @Post('create')
  @ApiCreatedResponse({ type: KycStatusDto })
  createKyc(@Me() me: SignedIn, @Body() body: CreateKycBody): Promise<KycStatusDto> {
    return this.kyc.apply(me.userId, body);
  }

  /** Puts another document in the place of one of the caller's own application. */
  @Post('upload-document')
  @HttpCode(200)
  @ApiOkResponse({ type: KycStatusDto })
  uploadKycDocument(@Me() me: SignedIn, @Body() body: UploadDocumentBody): Promise<KycStatusDto> {
    return this.kyc.replaceDocument(me.userId, body);
  }
}
