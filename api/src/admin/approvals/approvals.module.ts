import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../identity/users/users.module.js';
import { ApprovalPolicyController } from './approval-policy.controller.js';
import { ChangeApprovalPolicyHandler } from './change-approval-policy.handler.js';
import { GuardedCommands } from './guarded-commands.service.js';
import { ProposalEntity } from './proposal.entity.js';
import { Proposals } from './proposals.service.js';

/** The approval policy and the proposals that it leads to. Features submit their admins' commands through it. */
@Module({
  imports: [TypeOrmModule.forFeature([ProposalEntity]), UsersModule],
  controllers: [ApprovalPolicyController],
  providers: [ChangeApprovalPolicyHandler, GuardedCommands, Proposals],
  exports: [GuardedCommands, Proposals],
})
export class ApprovalsModule {}
