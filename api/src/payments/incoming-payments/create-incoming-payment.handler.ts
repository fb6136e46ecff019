import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import { AccountRequestsService } from '../../kyc/account-requests/account-requests.service.js';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { prepareTexts, type TransactionTexts } from '../../ledger/texts/transaction-texts.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import { CreateIncomingPaymentCommand } from './create-incoming-payment.command.js';
import type { CreateIncomingPaymentBody } from './incoming-payment.dto.js';
import { INCOMING_PAYMENTS, type IncomingPaymentDto } from './incoming-payments.list.js';

@CommandHandler(CreateIncomingPaymentCommand)
export class CreateIncomingPaymentHandler
  extends AdminCommandHandler<CreateIncomingPaymentCommand>
  implements ICommandHandler<CreateIncomingPaymentCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly transactions: TransactionQueries,
    private readonly requests: AccountRequestsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  protected override targetOf({ payment }: CreateIncomingPaymentCommand): CommandTarget {
    return { customerId: payment.userId };
  }

  protected override async handle({
    payment,
    context,
    idempotency,
  }: CreateIncomingPaymentCommand): Promise<IdempotentResponse<IncomingPaymentDto>> {
    const { transactionId, textsDigest, notesDigest, toStore } = prepareTexts(
      await this.textsOf(payment),
      payment.adminNotes,
    );
    const outcome = await this.commands.submit({
      customerId: payment.userId,
      submission: {
        command: {
          type: 'CreateIncomingPayment',
          transactionId,
          accountId: payment.userId,
          amountCents: payment.amount.cents,
          status: payment.status ?? 'pending',
          textsDigest,
          ...(notesDigest === undefined ? {} : { notesDigest }),
        },
        context,
        texts: toStore,
        ...(idempotency && { idempotency }),
      },
    });
    const receipt = receiptOrThrow(outcome);
    const row = await this.transactions.getById(receipt.transactionId ?? transactionId);
    const isReplayed = outcome.ok && outcome.replayed;
    return new IdempotentResponse(INCOMING_PAYMENTS.map(row, this.config.bankTimeZone), isReplayed);
  }

  private async textsOf(payment: CreateIncomingPaymentBody): Promise<TransactionTexts> {
    const own = await this.requests.latestOf(payment.userId);
    const toAccount = payment.toAccount || own?.accountNumber;
    const toRouting = payment.toRouting || own?.routingNumber;
    return {
      description: payment.description || INCOMING_PAYMENT_DEFAULTS.description,
      paymentFor: payment.paymentFor || INCOMING_PAYMENT_DEFAULTS.paymentFor,
      fromAccount: payment.fromAccount || INCOMING_PAYMENT_DEFAULTS.fromAccount,
      fromRouting: payment.fromRouting || INCOMING_PAYMENT_DEFAULTS.fromRouting,
      recipientName: payment.recipientName || INCOMING_PAYMENT_DEFAULTS.recipientName,
      ...(toAccount ? { toAccount } : {}),
      ...(toRouting ? { toRouting } : {}),
    };
  }
}
