import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { TransactionTexts } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { TransactionView } from './transaction-queries.service.js';

/**
 * The kind of a payment. A credit is completed immediately (PAY-7). An incoming payment adds to the balance only when it
 * is completed (PAY-3, PAY-4).
 */
type Kind =
  | {
      readonly type: 'RecordCredit';
      readonly category: TransactionCategory | null;
      readonly status: 'completed';
    }
  | { readonly type: 'CreateIncomingPayment'; readonly status: TransactionStatus };

/** A payment to a customer. */
export interface NewPayment {
  readonly userId: string;
  readonly amountCents: number;
  readonly kind: Kind;
  readonly texts: TransactionTexts;
  readonly notes?: string | undefined;
}

/** Records a payment to a customer. */
export class RecordPaymentCommand extends AdminCommand<IdempotentResponse<TransactionView>> {
  constructor(
    readonly payment: NewPayment,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
