import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { ApproveKycBody, RejectKycBody } from './admin-kyc.dto.js';

/** An admin's decision, as the request states it. */
export type KycDecision =
  | ({ readonly status: 'approved' } & ApproveKycBody)
  | ({ readonly status: 'rejected' } & RejectKycBody);

/** Approves or rejects a pending application (KYC-18, KYC-19). */
export class DecideKycCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly applicationId: string,
    readonly decision: KycDecision,
    readonly adminId: string,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
