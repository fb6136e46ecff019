import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { CredentialSource } from '../attempts/credential-gate.service.js';
import type { IssuedCodes } from './factor-changes.service.js';

/** Adds an authenticator app for the signed-in user, who confirms it with its first code (AUTH-52). */
export class AddAuthenticatorAppCommand extends Command<IssuedCodes> {
  constructor(
    readonly user: AuthenticatedUser,
    readonly code: string,
    readonly source: CredentialSource,
    readonly context: CommandContext,
  ) {
    super();
  }
}
