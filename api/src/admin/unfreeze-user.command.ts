import { AdminCommand } from '../http/admin-command.js';
import type { IdempotentResponse } from '../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import type { AdminUserDto } from './admin-user.dto.js';
import type { UnfreezeUserBody } from './freeze.dto.js';

/** Lets a frozen customer send money and sign in again (ADM-61). */
export class UnfreezeUserCommand extends AdminCommand<IdempotentResponse<AdminUserDto>> {
  constructor(
    readonly userId: string,
    readonly unfreeze: UnfreezeUserBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
