import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { type PlanChange, planStream } from '../../ledger/domain/events.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { ChangePlanCommand } from './change-plan.command.js';
import type { ChangePlanBody } from './plan.dto.js';
import { type Plan, Plans, type PlanState } from './plans.service.js';

interface Change {
  readonly change: PlanChange;
  readonly dueDay: string;
  readonly state: PlanState;
}

/** Changes the plan and records the event in one transaction. */
@CommandHandler(ChangePlanCommand)
export class ChangePlanHandler implements ICommandHandler<ChangePlanCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly plans: Plans,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * @throws NOT_FOUND the user has no such plan
   * @throws PLANS_OFF, PLAN_ENDED, PLAN_OVER, PLAN_CHANGED or PLAN_DUE the change is not possible
   */
  async execute({ userId, planId, body, context }: ChangePlanCommand): Promise<void> {
    this.plans.assertOffered();
    await this.ledger.transaction(async (manager, submit) => {
      const plan = await this.plans.lock(manager, userId, planId);
      if (plan === null) throw new AppError('NOT_FOUND');
      const changed = this.changeOf(plan, body);
      if (changed === null) return;
      const { change, dueDay, state } = changed;
      await this.plans.update(manager, planId, state);
      const payload = {
        planId,
        userId,
        amountCents: plan.amountCents,
        change,
        reason: 'customer',
        dueDay,
      } as const;
      const event = { type: 'TransferPlanChanged', payload } as const;
      const stream = planStream(userId);
      receiptOrThrow(await submit({ command: { type: 'RecordAudit', stream, event }, context }));
    });
  }

  /** Returns the change to make, or null if the plan is already as the customer wants it. */
  private changeOf(plan: Plan, { change, dueDay: skippedDay }: ChangePlanBody): Change | null {
    const { status, dueDay } = plan;
    if (change === 'end' && status === 'ended') return null;
    if (status === 'ended') throw new AppError('PLAN_ENDED');
    const current: PlanState = { ...plan, reason: 'customer', runDay: dueDay };
    switch (change) {
      case 'end':
        this.plans.assertUnclaimed(plan);
        return { change: 'ended', dueDay, state: { ...current, status: 'ended' } };
      case 'pause':
        if (status === 'paused') return null;
        this.plans.assertUnclaimed(plan);
        return { change: 'paused', dueDay, state: { ...current, status: 'paused' } };
      case 'resume':
        return status === 'active' ? null : this.resume(plan);
      case 'skip':
        return this.skip(plan, skippedDay);
      case 'unskip':
        return skippedDay === dueDay ? null : this.unskip(plan, skippedDay);
    }
  }

  private resume(plan: Plan): Change {
    const dueDay = this.plans.dueDayOnResume(plan);
    if (dueDay === null) throw new AppError('PLAN_OVER');
    return resumedOn(dueDay);
  }

  /** Skips the next transfer. If it is already due, it can't be skipped: it may have been made by now (TRF-128). */
  private skip(plan: Plan, skippedDay: string | undefined): Change {
    const { dueDay, runAt } = plan;
    if (skippedDay !== dueDay) throw new AppError('PLAN_CHANGED');
    if (runAt <= this.now()) throw new AppError('PLAN_DUE');
    return { change: 'skipped', dueDay, state: this.plans.afterDay(plan) };
  }

  private unskip(plan: Plan, dueDay: string | undefined): Change {
    if (dueDay === undefined || dueDay !== this.plans.skippedDayOf(plan)) throw new AppError('PLAN_CHANGED');
    return resumedOn(dueDay);
  }
}

const resumedOn = (dueDay: string): Change => ({
  ...{ change: 'resumed', dueDay },
  state: { status: 'active', reason: null, dueDay, tries: 0, runDay: dueDay },
});
