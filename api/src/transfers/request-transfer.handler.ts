import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { feeCentsOf } from '../ledger/domain/money.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Config } from '../platform/config/config.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { bankDayOf } from '../platform/time/bank-day.js';
import {
  amountCentsOf,
  type RequestMeta,
  TransactionsService,
} from '../transactions/transactions.service.js';
import { guessCategory } from './guess-category.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import { mapTransfer, type RequestTransferBody, type TransferDto } from './transfer.dto.js';

/** Requests a transfer. The amount is held until an admin decides (TRF-13). */
export class RequestTransferCommand extends Command<IdempotentResponse<TransferDto>> {
  constructor(
    readonly userId: string,
    readonly body: RequestTransferBody,
    readonly meta: RequestMeta,
  ) {
    super();
  }
}

/** Checks who may send money (TRF-12). The ledger checks the balance (TRF-5) and the daily limit (TRF-8). */
@CommandHandler(RequestTransferCommand)
export class RequestTransferHandler implements ICommandHandler<RequestTransferCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
    private readonly access: SendMoneyAccess,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ userId, body, meta }: RequestTransferCommand): Promise<IdempotentResponse<TransferDto>> {
    await this.access.require(userId);
    const { recipientName, recipientAccount, recipientRouting, purpose } = body;
    const amountCents = amountCentsOf(body.amount);
    const category = body.category ?? guessCategory(purpose);
    const texts = this.transactions.prepareTexts({
      description: `Transfer to ${recipientName}`,
      recipientName,
      recipientAccount,
      recipientRouting,
      purpose,
    });
    const outcome = await this.ledger.submit({
      command: {
        type: 'RequestTransfer',
        transactionId: texts.transactionId,
        accountId: userId,
        amountCents,
        category,
        bankDay: bankDayOf(this.now(), this.config.bankTimeZone),
        textsDigest: texts.textsDigest,
      },
      context: meta.context,
      texts: texts.toStore,
      ...(meta.idempotency === undefined ? {} : { idempotency: meta.idempotency }),
    });
    const receipt = receiptOrThrow(outcome);
    const isReplayed = outcome.ok && outcome.replayed;
    const transactionId = receipt.transactionId ?? texts.transactionId;
    // Built from the request and the receipt, so that a repeated request gets the same response (LED-5). Only the fee of
    // a repeated request is read, because the rate may have changed since the first one.
    const transfer = mapTransfer(
      {
        id: transactionId,
        amountCents,
        feeCents: isReplayed
          ? (await this.transactions.getById(transactionId)).feeCents
          : feeCentsOf(amountCents),
        recipientName,
        recipientAccount,
        recipientRouting,
        purpose,
        category,
        status: 'pending',
        createdAt: receipt.recordedAt,
      },
      this.config.bankTimeZone,
    );
    return new IdempotentResponse(transfer, isReplayed);
  }
}
