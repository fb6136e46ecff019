import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { prepareTexts } from '../../ledger/texts/transaction-texts.js';
import { RecordPaymentCommand } from './record-payment.command.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

@CommandHandler(RecordPaymentCommand)
export class RecordPaymentHandler
  extends AdminCommandHandler<RecordPaymentCommand>
  implements ICommandHandler<RecordPaymentCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly transactions: TransactionQueries,
  ) {
    super();
  }

  protected override targetOf({ payment }: RecordPaymentCommand): CommandTarget {
    return { customerId: payment.userId };
  }

  protected override async handle({
    payment: { userId, amountCents, kind, texts, notes },
    context,
    idempotency,
  }: RecordPaymentCommand): Promise<IdempotentResponse<TransactionView>> {
    const { toStore, ...prepared } = prepareTexts(texts, notes);
    const outcome = await this.commands.submit({
      customerId: userId,
      submission: {
        command: { ...kind, ...prepared, accountId: userId, amountCents },
        context,
        texts: toStore,
        ...(idempotency && { idempotency }),
      },
    });
    const receipt = receiptOrThrow(outcome);
    const row = await this.transactions.getById(receipt.transactionId ?? prepared.transactionId);
    return new IdempotentResponse(row, outcome.ok && outcome.replayed);
  }
}
