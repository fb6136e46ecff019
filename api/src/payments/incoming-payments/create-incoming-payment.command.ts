import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { CreateIncomingPaymentBody } from './incoming-payment.dto.js';
import type { IncomingPaymentDto } from './incoming-payments.list.js';

/** Creates an incoming payment. Only its completion adds to the balance (PAY-3, PAY-4). */
export class CreateIncomingPaymentCommand extends AdminCommand<IdempotentResponse<IncomingPaymentDto>> {
  constructor(
    readonly payment: CreateIncomingPaymentBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
