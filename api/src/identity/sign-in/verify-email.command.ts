import { Command } from '@nestjs/cqrs';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { VerifyEmailBody } from './auth.dto.js';
import type { CredentialSource } from '../attempts/credential-gate.service.js';

/** Completes a registration with its emailed code, which creates the user (REG-6). The actor is that user. */
export class VerifyEmailCommand extends Command<undefined> {
  constructor(
    readonly verification: VerifyEmailBody,
    readonly source: CredentialSource,
    readonly context: Omit<CommandContext, 'actor'>,
  ) {
    super();
  }
}
