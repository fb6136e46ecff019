import { AdminCommand } from '../../http/admin-command.js';
import type { CommandContext } from '../../ledger/writer/submission.js';

/** Rejects another admin's proposal, or withdraws one's own. It changes nothing else (APR-4). */
export class CloseProposalCommand extends AdminCommand<void> {
  constructor(
    readonly proposalId: string,
    readonly decision: 'reject' | 'withdraw',
    readonly context: CommandContext,
  ) {
    super();
  }
}
