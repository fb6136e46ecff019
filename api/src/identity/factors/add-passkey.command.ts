import { Command } from '@nestjs/cqrs';
import type { NewPasskeyBody } from './factor.dto.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CredentialSource } from '../attempts/credential-gate.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { IssuedCodes } from './factor-changes.service.js';

/** Adds a passkey to the signed-in user (AUTH-51). */
export class AddPasskeyCommand extends Command<IssuedCodes> {
  constructor(
    readonly user: AuthenticatedUser,
    readonly passkey: NewPasskeyBody,
    readonly source: CredentialSource,
    readonly context: CommandContext,
  ) {
    super();
  }
}
