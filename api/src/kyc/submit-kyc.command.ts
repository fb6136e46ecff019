import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../ledger/writer/submission.js';
import type { CreateKycBody, KycStatusDto } from './kyc.dto.js';

/** Submits an application for an identity check and an account (KYC-1). */
export class SubmitKycCommand extends Command<KycStatusDto> {
  constructor(
    readonly userId: string,
    readonly application: CreateKycBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}
