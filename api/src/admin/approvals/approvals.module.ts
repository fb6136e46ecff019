import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '../../identity/attempts/attempts.module.js';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminStanding } from './admin-standing.service.js';
import { ApprovalPolicyController } from './approval-policy.controller.js';
import { ApprovalSignatures } from './approval-signatures.service.js';
import { ApproveProposalHandler } from './approve-proposal.handler.js';
import { ApprovedCommands } from './approved-commands.service.js';
import { ChangeApprovalPolicyHandler } from './change-approval-policy.handler.js';
import { ChangedTexts } from './changed-texts.service.js';
import { CloseProposalHandler } from './close-proposal.handler.js';
import { GuardedCommands } from './guarded-commands.service.js';
import { ProposalClosing } from './proposal-closing.service.js';
import { ProposalDetails } from './proposal-details.service.js';
import { ProposalList } from './proposal-list.service.js';
import { ProposalEntity } from './proposal.entity.js';
import { ProposalsController } from './proposals.controller.js';
import { Proposals } from './proposals.service.js';
import { RepeatedDecisions } from './repeated-decisions.service.js';
import { VoidProposals } from './void-proposals.service.js';

export { ApprovalSignatures, VoidProposals };

/**
 * The approval policy, the proposals it leads to, and the decisions on them. Features submit admin commands through
 * this module.
 */
@Module({
  imports: [TypeOrmModule.forFeature([ProposalEntity]), AttemptsModule, FactorsModule, UsersModule],
  controllers: [ApprovalPolicyController, ProposalsController],
  providers: [
    ApproveProposalHandler,
    AdminStanding,
    ApprovalSignatures,
    ApprovedCommands,
    ChangeApprovalPolicyHandler,
    ChangedTexts,
    CloseProposalHandler,
    GuardedCommands,
    ProposalClosing,
    ProposalDetails,
    ProposalList,
    Proposals,
    RepeatedDecisions,
    VoidProposals,
  ],
  exports: [ApprovedCommands, ChangedTexts, GuardedCommands],
})
export class ApprovalsModule {}
