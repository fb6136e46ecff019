import type { DocumentKind } from '@moniker/common/applications.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { KycComparison } from '../../ledger/domain/events.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/** An admin's decision. `notes` may be empty for an approval. */
export interface KycDecision {
  readonly status: 'approved' | 'rejected';
  readonly notes: string;
  /** What the reviewer confirmed to have compared (KYC-51); empty for a rejection. */
  readonly comparisons: readonly KycComparison[];
  /** The documents that a rejection asks for again (KYC-64); all, if it names none. Empty for an approval. */
  readonly documents: readonly DocumentKind[];
  /** The revision of the application that the admin saw, if the client sent it. */
  readonly expectedRevision: number | undefined;
}

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
