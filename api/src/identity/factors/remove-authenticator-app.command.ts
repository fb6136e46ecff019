import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** Removes the authenticator app of the signed-in user (AUTH-58). */
export class RemoveAuthenticatorAppCommand extends Command<undefined> {
  constructor(
    readonly user: AuthenticatedUser,
    readonly context: CommandContext,
  ) {
    super();
  }
}
