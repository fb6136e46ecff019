import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { prepareTexts } from '../../ledger/texts/transaction-texts.js';
import { RecordCreditCommand } from './record-credit.command.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

@CommandHandler(RecordCreditCommand)
export class RecordCreditHandler
  extends AdminCommandHandler<RecordCreditCommand>
  implements ICommandHandler<RecordCreditCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly transactions: TransactionQueries,
  ) {
    super();
  }

  protected override targetOf({ credit }: RecordCreditCommand): CommandTarget {
    return { customerId: credit.userId };
  }

  protected override async handle({
    credit,
    context,
    idempotency,
  }: RecordCreditCommand): Promise<IdempotentResponse<TransactionView>> {
    const { transactionId, textsDigest, toStore } = prepareTexts({ description: credit.description });
    const outcome = await this.commands.submit({
      customerId: credit.userId,
      submission: {
        command: {
          type: 'RecordCredit',
          transactionId,
          accountId: credit.userId,
          amountCents: credit.amount.cents,
          category: credit.category ?? null,
          status: 'completed',
          textsDigest,
        },
        context,
        texts: toStore,
        ...(idempotency && { idempotency }),
      },
    });
    const receipt = receiptOrThrow(outcome);
    const row = await this.transactions.getById(receipt.transactionId ?? transactionId);
    return new IdempotentResponse(row, outcome.ok && outcome.replayed);
  }
}
