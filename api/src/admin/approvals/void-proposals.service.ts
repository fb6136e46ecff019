import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { type ClosingReason, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import { newId } from '../../platform/crypto/new-id.js';
import { errorCodeOf, type Polling, startPolling } from '../../platform/process/polling.js';
import { ProposalClosing } from './proposal-closing.service.js';
import { ProposalEntity } from './proposal.entity.js';
import { Proposals } from './proposals.service.js';

const POLL_MS = 1_000;

/**
 * Closes an admin's open proposals when their role changes or their account is frozen (APR-25). This service reads the
 * log, so it notices every such change, even one by the operator. Approvals don't depend on this service: they check
 * the log themselves.
 */
@Injectable()
export class VoidProposals implements BeforeApplicationShutdown {
  private readonly logger = new Logger('VoidProposals');
  private polling: Polling | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
    private readonly closing: ProposalClosing,
  ) {}

  start(): void {
    const onError = (error: unknown): void =>
      this.logger.warn({ problem: 'could not close void proposals', reason: errorCodeOf(error) });
    this.polling = startPolling(POLL_MS, () => this.closeAll(), onError);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.polling?.stop();
  }

  private async closeAll(): Promise<void> {
    const { manager } = this.dataSource;
    const open = await manager.findBy(ProposalEntity, { closedAt: IsNull() });
    const voided = await this.ledger.findVoid(open.map(({ id }) => id));
    for (const proposal of open) {
      const reason = voided.get(proposal.id);
      if (reason !== undefined) await this.close(proposal, reason);
    }
  }

  private async close(proposal: ProposalEntity, reason: ClosingReason): Promise<void> {
    const context = {
      ...{ actor: 'system', correlationId: newId() },
      causationId: `user:${proposal.proposedBy}`,
    };
    try {
      await this.closing.close(proposal.id, { type: 'ProposalClosed', reason }, context);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ALREADY_DECIDED') throw error;
      // Another process has recorded the decision. That process may have stopped before closing the row, or may be
      // about to close the row.
      await this.proposals.close(this.dataSource.manager, proposal.id);
    }
  }
}
