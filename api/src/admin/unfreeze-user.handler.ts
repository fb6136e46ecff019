import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AdminCommandHandler, type CommandTarget } from '../http/admin-command.js';
import { AppError } from '../http/app-error.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { RequestKeys } from '../http/request-keys.service.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import { MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';
import { AdminUserList } from './admin-user-list.service.js';
import type { AdminUserDto } from './admin-user.dto.js';
import { UnfreezeUserCommand } from './unfreeze-user.command.js';

/** Runs in one transaction. */
@CommandHandler(UnfreezeUserCommand)
export class UnfreezeUserHandler
  extends AdminCommandHandler<UnfreezeUserCommand>
  implements ICommandHandler<UnfreezeUserCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly list: AdminUserList,
  ) {
    super();
  }

  protected override targetOf({ userId }: UnfreezeUserCommand): CommandTarget {
    return { customerId: userId };
  }

  /**
   * @throws NOT_FOUND the user does not exist
   * @throws CONFLICT the user is not frozen
   */
  protected override async handle(command: UnfreezeUserCommand): Promise<IdempotentResponse<AdminUserDto>> {
    const { userId, unfreeze, context, idempotency } = command;
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      const user = await this.users.lock(manager, userId);
      if (user.frozenAt === null) throw new AppError('CONFLICT', 'This customer is not frozen');
      await this.users.unfreeze(manager, userId);
      await this.mail.queue(manager, { template: 'account-unfrozen', userId });
      const event = { type: 'AccountUnfrozen', payload: { userId, reason: unfreeze.reason } } as const;
      const audit = { type: 'RecordAudit', stream: `user:${userId}`, event } as const;
      receiptOrThrow(await submit({ command: audit, context }));
      return false;
    });
    return new IdempotentResponse(await this.list.get(userId), isReplay);
  }
}
