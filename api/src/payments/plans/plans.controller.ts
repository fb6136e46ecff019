import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, CurrentUser, ForSignedIn } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { LimitPerUser } from '../../http/limit-per-user.js';
import { Refuses } from '../../http/openapi/marks.js';
import { LOOKUP_REFUSALS } from '../../http/refusal-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { ChangePlanCommand } from './change-plan.command.js';
import { MakePlanCommand } from './make-plan.command.js';
import { ChangePlanBody, MakePlanBody, PlanDto, PlansDto } from './plan.dto.js';
import { Plans } from './plans.service.js';

/** A customer's scheduled transfers (TRF-120). */
@ApiTags('transfers')
@ForSignedIn()
@Controller('api/plans')
export class PlansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly plans: Plans,
  ) {}

  @Get()
  @ApiOkResponse({ type: PlansDto })
  listPlans(@CurrentUser() me: AuthenticatedUser): Promise<PlansDto> {
    return this.plans.of(me.userId);
  }

  @Post()
  @LimitPerUser('transfers')
  @ApiCreatedResponse({ type: PlanDto })
  @Refuses(
    ...LOOKUP_REFUSALS,
    ...(['PLANS_OFF', 'TOO_MANY_PLANS', 'DAILY_LIMIT_EXCEEDED', 'FACTOR_REQUIRED'] as const),
    ...(['NOT_FOUND', 'PLAN_ENDED', 'PLAN_DUE'] as const),
  )
  makePlan(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: MakePlanBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<PlanDto>> {
    return this.commands.execute(new MakePlanCommand(me, body, context, idempotency));
  }

  /** Returns the updated list. */
  @Post(':id/change')
  @HttpCode(200)
  @ApiOkResponse({ type: PlansDto })
  @Refuses('PLANS_OFF', 'PLAN_ENDED', 'PLAN_CHANGED', 'PLAN_DUE', 'PLAN_OVER')
  async changePlan(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Body() body: ChangePlanBody,
    @CommandContextParam() context: CommandContext,
  ): Promise<PlansDto> {
    await this.commands.execute(new ChangePlanCommand(me.userId, id, body, context));
    return this.plans.of(me.userId);
  }
}
