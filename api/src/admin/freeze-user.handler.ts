import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SessionsService } from '../auth/sessions.service.js';
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
import { FreezeUserCommand } from './freeze-user.command.js';

/** Runs in one transaction. */
@CommandHandler(FreezeUserCommand)
export class FreezeUserHandler
  extends AdminCommandHandler<FreezeUserCommand>
  implements ICommandHandler<FreezeUserCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly list: AdminUserList,
  ) {
    super();
  }

  protected override targetOf({ userId }: FreezeUserCommand): CommandTarget {
    return { customerId: userId };
  }

  /**
   * @throws NOT_FOUND the user does not exist
   * @throws FORBIDDEN the user is an admin
   * @throws CONFLICT the user is frozen
   */
  protected override async handle(command: FreezeUserCommand): Promise<IdempotentResponse<AdminUserDto>> {
    const { userId, freeze, context, idempotency } = command;
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      const user = await this.users.lock(manager, userId);
      if (user.isAdmin) throw new AppError('FORBIDDEN', 'Admins cannot be frozen');
      if (user.frozenAt !== null) throw new AppError('CONFLICT', 'This customer is already frozen');
      await this.users.freeze(manager, userId, { isSignInBlocked: !freeze.allowsSignIn });
      await this.sessions.endAllOf(manager, userId);
      await this.mail.queue(manager, { template: 'account-frozen', userId });
      const signIn = freeze.allowsSignIn ? 'allowed' : 'blocked';
      const event = { type: 'AccountFrozen', payload: { userId, reason: freeze.reason, signIn } } as const;
      const audit = { type: 'RecordAudit', stream: `user:${userId}`, event } as const;
      receiptOrThrow(await submit({ command: audit, context }));
      return false;
    });
    return new IdempotentResponse(await this.list.get(userId), isReplay);
  }
}
