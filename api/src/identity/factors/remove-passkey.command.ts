import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** Removes a passkey of the signed-in user (AUTH-58). */
export class RemovePasskeyCommand extends Command<undefined> {
  constructor(
    readonly user: AuthenticatedUser,
    readonly passkeyId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
