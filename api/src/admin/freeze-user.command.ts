import { AdminCommand } from '../http/admin-command.js';
import type { IdempotentResponse } from '../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import type { AdminUserDto } from './admin-user.dto.js';
import type { FreezeUserBody } from './freeze.dto.js';

/** Stops a customer from sending money and ends their sessions (ADM-60). */
export class FreezeUserCommand extends AdminCommand<IdempotentResponse<AdminUserDto>> {
  constructor(
    readonly userId: string,
    readonly freeze: FreezeUserBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
