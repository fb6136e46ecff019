import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { AccountFreezes } from '../../identity/sessions/account-freezes.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { Lists } from '../../http/lists.service.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext, SubmitWithRows } from '../../ledger/writer/submission.js';
import { type UserEntity, UsersService } from '../../identity/users/users.service.js';
import { ADMIN_USERS, type AdminUserDto } from './admin-users.list.js';
import { ChangeFreezeCommand } from './change-freeze.command.js';

/** Freezes or unfreezes a user in one transaction. */
@CommandHandler(ChangeFreezeCommand)
export class ChangeFreezeHandler
  extends AdminCommandHandler<ChangeFreezeCommand>
  implements ICommandHandler<ChangeFreezeCommand>
{
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly freezes: AccountFreezes,
    private readonly lists: Lists,
  ) {
    super();
  }

  protected override targetOf({ userId }: ChangeFreezeCommand): CommandTarget {
    return { customerId: userId };
  }

  /**
   * @throws NOT_FOUND the user does not exist
   * @throws FORBIDDEN the user is an admin; admins can only be unfrozen, and only by an owner
   * @throws CONFLICT the user to freeze is already frozen, or the user to unfreeze is not frozen
   */
  protected override async handle(command: ChangeFreezeCommand): Promise<IdempotentResponse<AdminUserDto>> {
    const { userId, context, idempotency } = command;
    const isReplay = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      const user = await this.users.lock(manager, userId);
      await this.change(manager, submit, user, command);
      return false;
    });
    return new IdempotentResponse(await this.lists.get(ADMIN_USERS, userId), isReplay);
  }

  private async change(
    manager: EntityManager,
    submit: SubmitWithRows,
    user: UserEntity,
    { change, context }: ChangeFreezeCommand,
  ): Promise<void> {
    if ('freeze' in change) {
      if (user.isAdmin) throw new AppError('FORBIDDEN', "Admins can't be frozen");
      if (user.frozenAt !== null) throw new AppError('CONFLICT', 'This customer is already frozen');
      const { reason, allowsSignIn } = change.freeze;
      const signIn = allowsSignIn ? 'allowed' : 'blocked';
      const mail = allowsSignIn ? 'account-frozen-for-sending' : 'account-frozen';
      const freeze = { reason, signIn, mail, context } as const;
      return this.freezes.freeze(manager, submit, user.id, freeze);
    }
    if (user.isAdmin) await this.requireOwner(manager, context);
    if (user.frozenAt === null) throw new AppError('CONFLICT', 'This customer is not frozen');
    return this.freezes.unfreeze(manager, submit, user.id, { reason: change.unfreeze.reason, context });
  }

  /**
   * Only an owner may unfreeze an admin. Admins freeze themselves with the link in a sign-in email (AUTH-62). If
   * another admin could lift that freeze, that admin could let an attacker back in.
   */
  private async requireOwner(manager: EntityManager, { actor }: CommandContext): Promise<void> {
    const owners = await this.users.findOwners(manager);
    if (!owners.some(({ id }) => actor === `user:${id}`)) {
      throw new AppError('FORBIDDEN', 'Only an owner can unfreeze an admin');
    }
  }
}
