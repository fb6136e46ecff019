import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, CurrentUser, ForAdmins } from '../../http/access.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, IdempotentResponse } from '../../http/idempotency.js';
import { RecordsAccess } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { AppRequest, AuthenticatedUser } from '../../http/request.js';
import { CredentialGate } from '../../identity/attempts/credential-gate.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { ApprovedCommands } from './approved-commands.service.js';
import { CloseProposalCommand } from './close-proposal.command.js';
import { ProposalList } from './proposal-list.service.js';
import { assertMayDecide } from './proposals.service.js';
import { ApproveProposalBody, ProposalDto } from './proposal.dto.js';
import { ProposalPageDto, ProposalsQuery } from './proposals.list.js';
import { RepeatedDecisions } from './repeated-decisions.service.js';

/** Reasons why a proposed command may be refused when it is carried out. */
const COMMAND_REFUSALS = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_QUARANTINED',
  'ACCOUNT_CHANGED',
  'ACCOUNT_NUMBER_TAKEN',
  'ACCOUNT_NUMBER_ASSIGNED',
  'BALANCE_BELOW_HELD',
  'CANCELED_BY_CUSTOMER',
  'CONFLICT',
  'INSUFFICIENT_FUNDS',
  'KYC_NOT_APPROVED',
  'REVERSAL_EXCEEDS_AVAILABLE',
  'TRANSACTION_FINAL',
] as const;

@ApiTags('admin')
@ForAdmins('proposals:decide')
@Controller('api/admin/proposals')
export class ProposalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly list: ProposalList,
    private readonly approved: ApprovedCommands,
    private readonly repeated: RepeatedDecisions,
    private readonly gate: CredentialGate,
  ) {}

  @Get()
  @RecordsAccess('proposal-list', ({ items }: ProposalPageDto) => items.map(({ customer }) => customer?.id))
  @ApiOkResponse({ type: ProposalPageDto })
  listProposals(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: ProposalsQuery,
  ): Promise<ProposalPageDto> {
    return this.list.page(query, me);
  }

  @Get(':id')
  @RecordsAccess('proposal', ({ customer }: ProposalDto) => [customer?.id])
  @ApiOkResponse({ type: ProposalDto })
  getProposal(@CurrentUser() me: AuthenticatedUser, @Param('id', IdPipe) id: string): Promise<ProposalDto> {
    return this.list.get(id, me);
  }

  @Post(':id/approve')
  @FreshFactor()
  @HttpCode(200)
  @ApiOkResponse({ type: ProposalDto })
  @Refuses('OWN_PROPOSAL', 'ALREADY_DECIDED', 'PROPOSAL_OUTDATED', 'FACTOR_INVALID', ...COMMAND_REFUSALS)
  async approveProposal(
    @Param('id', IdPipe) id: string,
    @Body() { digest, signature: proof }: ApproveProposalBody,
    @CurrentUser() me: AuthenticatedUser,
    @Req() http: AppRequest,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<ProposalDto>> {
    assertMayDecide(me, (await this.list.get(id, me)).action);
    const request = { id, digest, proof, source: this.gate.sourceOf(http), context, idempotency };
    const response = await this.repeated.makeOnce({ ...request, decision: 'approve' }, async () =>
      this.commands.execute(await this.approved.commandFor(request)),
    );
    const proposal = await this.list.get(id, me);
    return response.map(() => proposal);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @ApiOkResponse({ type: ProposalDto })
  @Refuses('OWN_PROPOSAL', 'ALREADY_DECIDED')
  async rejectProposal(
    @Param('id', IdPipe) id: string,
    @CurrentUser() me: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
  ): Promise<IdempotentResponse<ProposalDto>> {
    assertMayDecide(me, (await this.list.get(id, me)).action);
    return this.close(new CloseProposalCommand(id, 'reject', context), me);
  }

  @Post(':id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: ProposalDto })
  @Refuses('ALREADY_DECIDED')
  withdrawProposal(
    @Param('id', IdPipe) id: string,
    @CurrentUser() me: AuthenticatedUser,
    @CommandContextParam() context: CommandContext,
  ): Promise<IdempotentResponse<ProposalDto>> {
    return this.close(new CloseProposalCommand(id, 'withdraw', context), me);
  }

  private async close(
    command: CloseProposalCommand,
    me: AuthenticatedUser,
  ): Promise<IdempotentResponse<ProposalDto>> {
    const { proposalId: id, decision, context } = command;
    const response = await this.repeated.makeOnce({ id, decision, context }, async () => {
      await this.commands.execute(command);
      return new IdempotentResponse(undefined, false);
    });
    const proposal = await this.list.get(id, me);
    return response.map(() => proposal);
  }
}
