import { Injectable } from '@nestjs/common';
import { closingEvent, type ProposalOutcome } from '../../ledger/approvals/ledger-approvals.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { Proposals } from './proposals.service.js';

/** Ends proposals without carrying them out (APR-4). */
@Injectable()
export class ProposalClosing {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly proposals: Proposals,
  ) {}

  /**
   * @throws NOT_FOUND the proposal does not exist
   * @throws ALREADY_DECIDED the proposal is decided or closed
   */
  async close(id: string, outcome: ProposalOutcome, context: CommandContext): Promise<void> {
    await this.ledger.transaction(async (manager, submit) => {
      const { customerId } = await this.proposals.lockOpen(manager, id);
      await this.proposals.close(manager, id);
      const event = closingEvent(outcome, customerId);
      await this.proposals.recordDecision(submit, { id, event, context });
    });
  }
}
