import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { Refuses } from '../../http/openapi/marks.js';
import { ShowsNobody } from '../../http/records-access.js';
import { LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { ApprovalPolicyDto, ChangeApprovalPolicyBody, mapApprovalPolicy } from './approval-policy.dto.js';
import { ChangeApprovalPolicyCommand } from './change-approval-policy.command.js';

@ApiTags('admin')
@ForAdmins('policy:edit')
@Controller('api/admin/approval-policy')
export class ApprovalPolicyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly ledger: LedgerApprovals,
  ) {}

  @Get()
  @ShowsNobody('rules and a limit')
  @ApiOkResponse({ type: ApprovalPolicyDto })
  async getApprovalPolicy(): Promise<ApprovalPolicyDto> {
    return mapApprovalPolicy(await this.ledger.policy());
  }

  @Put()
  @FreshFactor()
  @ApiOkResponse({ type: ApprovalPolicyDto })
  @Refuses('APPROVAL_REQUIRED', 'ALREADY_DECIDED')
  changeApprovalPolicy(
    @Body() body: ChangeApprovalPolicyBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<ApprovalPolicyDto>> {
    return this.commands.execute(new ChangeApprovalPolicyCommand(body, context, idempotency));
  }
}
