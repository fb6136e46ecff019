import { Injectable } from '@nestjs/common';
import { isVoidStatus, type TransactionStatus } from '@moniker/common/transactions.js';
import { AppError } from '../../http/app-error.js';
import { LedgerEvents } from '../../ledger/queries/ledger-events.service.js';

/** Compares transactions' texts with the digests in their events before an admin decides (TRF-40). */
@Injectable()
export class ChangedTexts {
  constructor(private readonly ledger: LedgerEvents) {}

  /** Returns the transactions whose texts are missing or have changed. */
  findChanged(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.ledger.withChangedTexts(ids);
  }
}

/**
 * Refuses to continue or pay a transaction if its texts, such as the recipient's account, don't match its event. The
 * transaction can still be rejected or canceled, which ends the hold (TRF-40). `newStatus` is null if the status stays
 * as it is.
 *
 * @throws TEXTS_CHANGED the transaction's texts have changed, and the new status would continue or pay it
 */
export function refuseChangedTexts(
  transactionId: string,
  newStatus: TransactionStatus | null,
  changed: ReadonlySet<string>,
): void {
  const isContinued = newStatus !== null && !isVoidStatus(newStatus);
  if (isContinued && changed.has(transactionId)) throw new AppError('TEXTS_CHANGED');
}
