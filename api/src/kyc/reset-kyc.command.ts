import { AdminCommand } from '../http/admin-command.js';
import type { CommandContext } from '../ledger/writer/submission.js';

/** Resets a rejected application to pending (KYC-20). */
export class ResetKycCommand extends AdminCommand<void> {
  constructor(
    readonly applicationId: string,
    /** The revision of the application that the admin saw, if the client sent it. */
    readonly expectedRevision: number | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}
