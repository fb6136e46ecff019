import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/** Resets a rejected application to pending (KYC-20). */
export class ResetKycCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly applicationId: string,
    /** The application revision that the admin saw, if the client sent it. */
    readonly expectedRevision: number | undefined,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
