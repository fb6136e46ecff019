import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { feeCentsOf } from '../ledger/domain/money.js';
import { pickTexts, prepareTexts, TRANSFER_TEXT_FIELDS } from '../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Config } from '../platform/config/config.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import { bankDayOf } from '../platform/time/bank-day.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import { guessCategory } from './guess-category.js';
import { NewRecipients } from './new-recipients.service.js';
import { RequestTransferCommand } from './request-transfer.command.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import { mapTransfer, type TransferDto } from './transfer.dto.js';

/** Checks who may send money (TRF-12) and who must confirm it (AUTH-57). The ledger checks the balance (TRF-5) and the daily limit (TRF-8). */
@CommandHandler(RequestTransferCommand)
export class RequestTransferHandler implements ICommandHandler<RequestTransferCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionQueries,
    private readonly access: SendMoneyAccess,
    private readonly newRecipients: NewRecipients,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    sender,
    transfer,
    context,
    idempotency,
  }: RequestTransferCommand): Promise<IdempotentResponse<TransferDto>> {
    const { userId } = sender;
    const { hasFactor } = await this.access.require(userId);
    const amountCents = transfer.amount.cents;
    if (hasFactor) await this.newRecipients.requireFactor(sender, transfer);
    const category = transfer.category ?? guessCategory(transfer.purpose);
    const ownTexts = pickTexts(transfer, TRANSFER_TEXT_FIELDS);
    const texts = prepareTexts({ description: `Transfer to ${transfer.recipientName}`, ...ownTexts });
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
      context,
      texts: texts.toStore,
      ...(idempotency && { idempotency }),
    });
    const receipt = receiptOrThrow(outcome);
    const isReplayed = outcome.ok && outcome.replayed;
    const transactionId = receipt.transactionId ?? texts.transactionId;
    // Built from the request and the receipt, so that a repeated request gets the same response (LED-5). Only the fee of
    // a repeated request is read, because the rate may have changed since the first one.
    const response = mapTransfer(
      {
        id: transactionId,
        amountCents,
        feeCents: isReplayed
          ? (await this.transactions.getById(transactionId)).feeCents
          : feeCentsOf(amountCents),
        ...ownTexts,
        category,
        status: 'pending',
        createdAt: receipt.recordedAt,
      },
      this.config.bankTimeZone,
    );
    return new IdempotentResponse(response, isReplayed);
  }
}
