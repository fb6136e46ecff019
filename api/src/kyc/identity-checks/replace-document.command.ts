import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { KycStatusDto, UploadDocumentBody } from './kyc.dto.js';

/** Replaces a document of the customer's own application (KYC-17). */
export class ReplaceDocumentCommand extends Command<KycStatusDto> {
  constructor(
    readonly userId: string,
    readonly document: UploadDocumentBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}
