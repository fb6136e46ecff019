import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { AdminUserDto } from './admin-users.list.js';
import type { FreezeUserBody, UnfreezeUserBody } from './freeze.dto.js';

export type FreezeChange = { readonly freeze: FreezeUserBody } | { readonly unfreeze: UnfreezeUserBody };

/** Freezes or unfreezes a user (ADM-60, ADM-61). */
export class ChangeFreezeCommand extends AdminCommand<IdempotentResponse<AdminUserDto>> {
  constructor(
    readonly userId: string,
    readonly change: FreezeChange,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
