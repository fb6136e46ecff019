import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { adminIdOf, Proposals } from './proposals.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import type { ProposalEntity } from './proposals.service.js';
import { ProposalClosing } from './proposal-closing.service.js';
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
    private readonly proposals: Proposals,
    private readonly closing: ProposalClosing,
  ) {
    super();
  }

  protected override async targetOf({ proposalId, decision }: CloseProposalCommand): Promise<ProposalTarget> {
    const proposal = await this.proposals.get(proposalId);
    // A withdrawal names no customer. A policy proposal has its proposer as the customer, and admins may not act on
    // their own account. So if the withdrawal named the customer, proposers couldn't withdraw their policy proposals.
    if (decision === 'withdraw') return { customerId: '', proposal };
    const recipientId = await this.proposals.recipientOf(proposalId);
    return { customerId: proposal.customerId, recipientId, proposal };
  }

  /**
   * @throws OWN_PROPOSAL an admin rejects their own proposal
   * @throws FORBIDDEN an admin withdraws another admin's proposal
   * @throws ALREADY_DECIDED the proposal is closed
   */
  protected override async handle(
    command: CloseProposalCommand,
    { proposal }: ProposalTarget,
  ): Promise<void> {
    const isOwn = adminIdOf(command.context) === proposal.proposedBy;
    if (command.decision === 'reject' && isOwn) throw new AppError('OWN_PROPOSAL');
    if (command.decision === 'withdraw' && !isOwn) throw new AppError('FORBIDDEN');
    await this.closing.close(proposal.id, { type: EVENTS[command.decision] }, command.context);
  }
}
