import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import { CancelTransferCommand } from './cancel-transfer.command.js';
import { mapOwnTransfer, type TransferDto } from './transfer.dto.js';

/**
 * Cancels a transfer. The ledger checks that the transfer is the customer's own and still pending. If the customer
 * cancels while an admin decides, only one of them succeeds (TRF-27).
 */
@CommandHandler(CancelTransferCommand)
export class CancelTransferHandler implements ICommandHandler<CancelTransferCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({
    userId,
    transactionId,
    context,
    idempotency,
  }: CancelTransferCommand): Promise<IdempotentResponse<TransferDto>> {
    const outcome = await this.ledger.submit({
      command: { type: 'CancelTransfer', transactionId, accountId: userId },
      context,
      ...(idempotency && { idempotency }),
    });
    receiptOrThrow(outcome);
    const transfer = await this.transactions.getById(transactionId);
    return new IdempotentResponse(
      mapOwnTransfer(transfer, this.config.bankTimeZone),
      outcome.ok && outcome.replayed,
    );
  }
}
