import { AdminCommand } from '../../http/admin-command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** An admin rejects another admin's proposal, or withdraws their own. Nothing else changes (APR-4). */
export class CloseProposalCommand extends AdminCommand<void> {
  constructor(
    readonly proposalId: string,
    readonly decision: 'reject' | 'withdraw',
    readonly context: CommandContext,
  ) {
    super();
  }
}
