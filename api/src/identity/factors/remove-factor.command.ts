import { Command } from '@nestjs/cqrs';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** Removes one of the signed-in user's passkeys, or the authenticator app if `passkeyId` is null (AUTH-58). */
export class RemoveFactorCommand extends Command<undefined> {
  constructor(
    readonly user: AuthenticatedUser,
    readonly passkeyId: string | null,
    readonly context: CommandContext,
  ) {
    super();
  }
}
