import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals.module.js';
import { TransactionsModule } from '../../payments/transactions/transactions.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { ApproveProposalHandler } from './approve-proposal.handler.js';
import { ApprovedCommands } from './approved-commands.service.js';
import { CloseProposalHandler } from './close-proposal.handler.js';
import { ProposalList } from './proposal-list.service.js';
import { ProposalsController } from './proposals.controller.js';
import { RepeatedDecisions } from './repeated-decisions.service.js';

/** Where admins see the proposals of others and decide on them. */
@Module({
  imports: [ApprovalsModule, TransactionsModule, UsersModule],
  controllers: [ProposalsController],
  providers: [
    ApproveProposalHandler,
    ApprovedCommands,
    CloseProposalHandler,
    ProposalList,
    RepeatedDecisions,
  ],
})
export class ProposalsModule {}
