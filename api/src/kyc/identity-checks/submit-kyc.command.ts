import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { CreateKycBody, KycStatusDto } from './kyc.dto.js';

/** Submits an application for an identity check and an account (KYC-1). */
export class SubmitKycCommand extends Command<IdempotentResponse<KycStatusDto>> {
  constructor(
    readonly userId: string,
    readonly application: CreateKycBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
