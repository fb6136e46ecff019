import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuardedCommands } from '../approvals/guarded-commands.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { Lists } from '../../http/lists.service.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { prepareTexts } from '../../ledger/texts/transaction-texts.js';
import { ADMIN_USERS, type AdminUserDto } from './admin-users.list.js';
import { SetBalanceCommand } from './set-balance.command.js';

/**
 * Sets a customer's balance, or proposes the new balance if the policy requires that. The ledger refuses a balance
 * below the held amount (ACC-8).
 */
@CommandHandler(SetBalanceCommand)
export class SetBalanceHandler
  extends AdminCommandHandler<SetBalanceCommand>
  implements ICommandHandler<SetBalanceCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly lists: Lists,
  ) {
    super();
  }

  protected override targetOf({ userId }: SetBalanceCommand): CommandTarget {
    return { customerId: userId };
  }

  protected override async handle({
    userId,
    edit,
    context,
    idempotency,
  }: SetBalanceCommand): Promise<IdempotentResponse<AdminUserDto>> {
    const texts = prepareTexts({
      description: 'Balance adjustment',
      ...(edit.reason ? { reason: edit.reason } : {}),
    });
    const outcome = await this.commands.submit({
      customerId: userId,
      submission: {
        command: {
          type: 'AdjustBalance',
          transactionId: texts.transactionId,
          accountId: userId,
          balanceCents: edit.accountBalance.cents,
          textsDigest: texts.textsDigest,
          ...(edit.expectedRevision === undefined ? {} : { expectedVersion: edit.expectedRevision }),
        },
        context,
        texts: texts.toStore,
        ...(idempotency && { idempotency }),
      },
    });
    receiptOrThrow(outcome);
    return new IdempotentResponse(await this.lists.get(ADMIN_USERS, userId), outcome.ok && outcome.replayed);
  }
}
