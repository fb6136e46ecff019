import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { adminIdOf, changeOf, isDecidedByLedger, Proposals } from './proposals.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerApprovals, proposalStream } from '../../ledger/approvals/ledger-approvals.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { ProposalEntity } from './proposals.service.js';
import { CloseProposalCommand } from './close-proposal.command.js';

const EVENTS = { reject: 'ProposalRejected', withdraw: 'ProposalWithdrawn' } as const;

interface ProposalTarget extends CommandTarget {
  readonly proposal: ProposalEntity;
}

@CommandHandler(CloseProposalCommand)
export class CloseProposalHandler
  extends AdminCommandHandler<CloseProposalCommand, ProposalTarget>
  implements ICommandHandler<CloseProposalCommand>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly writer: LedgerWriter,
    private readonly proposals: Proposals,
  ) {
    super();
  }

  protected override async targetOf({ proposalId, decision }: CloseProposalCommand): Promise<ProposalTarget> {
    const proposal = await this.proposals.get(proposalId);
    // A proposal about the policy names its admin, who may withdraw it.
    return { customerId: decision === 'withdraw' ? '' : proposal.customerId, proposal };
  }

  /**
   * @throws OWN_PROPOSAL an admin rejects their own proposal
   * @throws FORBIDDEN an admin withdraws another's
   * @throws ALREADY_DECIDED the proposal is closed
   */
  protected override async handle(
    command: CloseProposalCommand,
    { proposal }: ProposalTarget,
  ): Promise<void> {
    const isOwn = adminIdOf(command.context) === proposal.proposedBy;
    if (command.decision === 'reject' && isOwn) throw new AppError('OWN_PROPOSAL');
    if (command.decision === 'withdraw' && !isOwn) throw new AppError('FORBIDDEN');
    const isInLedger = isDecidedByLedger(changeOf(proposal).action);
    await (isInLedger ? this.closeInLedger(command, proposal.customerId) : this.closeRows(command));
  }

  private async closeInLedger(
    { proposalId, decision, context }: CloseProposalCommand,
    customerId: string,
  ): Promise<void> {
    const outcome = await this.ledger.recordClosed({ proposalId, customerId }, EVENTS[decision], context);
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') throw new AppError('ALREADY_DECIDED');
    receiptOrThrow(outcome);
    await this.proposals.close(this.dataSource.manager, proposalId);
  }

  private async closeRows({ proposalId, decision, context }: CloseProposalCommand): Promise<void> {
    await this.writer.transaction(async (manager, submit) => {
      const { customerId: userId } = await this.proposals.lockOpen(manager, proposalId);
      await this.proposals.close(manager, proposalId);
      const event = { type: EVENTS[decision], payload: { userId } } as const;
      const command = { type: 'RecordAudit', stream: proposalStream(proposalId), event } as const;
      receiptOrThrow(await submit({ command, context }));
    });
  }
}
