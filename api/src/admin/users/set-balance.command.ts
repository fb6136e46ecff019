import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { SetBalanceBody } from './admin-user.dto.js';
import type { AdminUserDto } from './admin-users.list.js';

/** Sets a customer's total balance with one adjustment (ACC-8). */
export class SetBalanceCommand extends AdminCommand<IdempotentResponse<AdminUserDto>> {
  constructor(
    readonly userId: string,
    readonly edit: SetBalanceBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
