import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { planStream } from '../../ledger/domain/events.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { addDays } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { RefusedRun } from './plan-rules.js';
import { type Plan, Plans, type PlanState } from './plans.service.js';
import { RecordRunCommand } from './record-run.command.js';

/**
 * Updates a plan after its due transfer was requested or refused. A refusal is also recorded as an event, in the same
 * transaction.
 */
@CommandHandler(RecordRunCommand)
export class RecordRunHandler implements ICommandHandler<RecordRunCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly plans: Plans,
    private readonly days: BankDays,
  ) {}

  async execute({ plan: due, refused, context }: RecordRunCommand): Promise<void> {
    const { id: planId, userId, amountCents, dueDay, tries } = due;
    await this.ledger.transaction(async (manager, submit) => {
      const plan = await this.plans.lock(manager, userId, planId);
      // Another process or the customer may have changed the plan since.
      if (plan === null || plan.dueDay !== dueDay || plan.tries !== tries) return;
      if (refused === null) {
        await this.plans.update(manager, planId, this.plans.afterDay(plan));
        return;
      }
      if (plan.status !== 'active') return;
      await this.plans.update(manager, planId, this.stateAfter(plan, refused));
      const payload = { planId, userId, amountCents, ...refused, dueDay };
      const event = { type: 'TransferPlanChanged', payload } as const;
      const stream = planStream(userId);
      receiptOrThrow(await submit({ command: { type: 'RecordAudit', stream, event }, context }));
    });
  }

  private stateAfter(plan: Plan, { change, reason }: RefusedRun): PlanState {
    const { status, dueDay, tries } = plan;
    switch (change) {
      case 'skipped':
        return this.plans.afterDay(plan);
      case 'delayed':
        // Tomorrow rather than the day after the due day, so retries after downtime are also a day apart.
        return { status, reason, dueDay, tries: tries + 1, runDay: addDays(this.days.today(), 1) };
      case 'paused':
      case 'ended':
        return { status: change, reason, dueDay, tries, runDay: dueDay };
      case 'resumed':
        return { status: 'active', reason: null, dueDay, tries, runDay: dueDay };
    }
  }
}
