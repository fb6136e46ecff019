import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import {
  closingEvent,
  LedgerApprovals,
  type ProposalOutcome,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { changeOf, isDecidedByLedger, type ProposalEntity, Proposals } from './proposals.service.js';

/** Ends proposals without carrying them out (APR-4). */
@Injectable()
export class ProposalClosing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly writer: LedgerWriter,
    private readonly proposals: Proposals,
  ) {}

  /** @throws ALREADY_DECIDED the proposal is decided or closed */
  close(proposal: ProposalEntity, outcome: ProposalOutcome, context: CommandContext): Promise<void> {
    return isDecidedByLedger(changeOf(proposal).action)
      ? this.closeInLedger(proposal, outcome, context)
      : this.closeRows(proposal, outcome, context);
  }

  private async closeInLedger(
    { id: proposalId, customerId }: ProposalEntity,
    outcome: ProposalOutcome,
    context: CommandContext,
  ): Promise<void> {
    const recorded = await this.ledger.recordClosed({ proposalId, customerId }, outcome, context);
    if (!recorded.ok && recorded.refusal.code === 'STREAM_CHANGED') throw new AppError('ALREADY_DECIDED');
    receiptOrThrow(recorded);
    await this.proposals.close(this.dataSource.manager, proposalId);
  }

  private async closeRows(
    { id }: ProposalEntity,
    outcome: ProposalOutcome,
    context: CommandContext,
  ): Promise<void> {
    await this.writer.transaction(async (manager, submit) => {
      const { customerId } = await this.proposals.lockOpen(manager, id);
      await this.proposals.close(manager, id);
      const event = closingEvent(outcome, customerId);
      await this.proposals.recordDecision(submit, { id, event, context });
    });
  }
}
