import { Command } from '@nestjs/cqrs';
import type { CredentialSource } from '../attempts/credential-gate.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** Locks the account of a user who reports a sign-in that wasn't theirs (AUTH-61). The token alone authorizes it. */
export class ReportSignInCommand extends Command<undefined> {
  constructor(
    readonly token: string,
    /** Where the request comes from, used to limit wrong tokens. */
    readonly source: CredentialSource,
    readonly context: Omit<CommandContext, 'actor'>,
  ) {
    super();
  }
}
