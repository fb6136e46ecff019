import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource, type EntityManager } from 'typeorm';
import { v5 } from 'uuid';
import { isBankDay } from '@moniker/common/bank-days.js';
import { guessCategory } from '@moniker/common/categories.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow, refusalError } from '../../http/refusal-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { type PlanChange, planStream } from '../../ledger/domain/events.js';
import { newSalt, pickTexts, TRANSFER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import { newId } from '../../platform/crypto/new-id.js';
import { addDays } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { numbersForSender } from '../recipients/recipient.dto.js';
import { MonikerRecipients } from '../transfers/moniker-recipients.service.js';
import { NewRecipients } from '../transfers/new-recipients.service.js';
import { RecipientCustomers } from '../transfers/recipient-customers.service.js';
import { SendMoneyAccess } from '../transfers/send-money-access.service.js';
import { assertRecipientName, type NamedTransfer } from '../transfers/transfer.dto.js';
import { MakePlanCommand } from './make-plan.command.js';
import type { MakePlanBody, PlanDto } from './plan.dto.js';
import { firstDayOnChange } from './plan-rules.js';
import { digestPlanTexts, type Plan, Plans } from './plans.service.js';

const MAX_DAYS_AHEAD = 366;

/** Stores the plan and records its events in one transaction. */
@CommandHandler(MakePlanCommand)
export class MakePlanHandler implements ICommandHandler<MakePlanCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly dataSource: DataSource,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly plans: Plans,
    private readonly access: SendMoneyAccess,
    private readonly monikers: MonikerRecipients,
    private readonly newRecipients: NewRecipients,
    private readonly customers: RecipientCustomers,
    private readonly days: BankDays,
  ) {}

  async execute(command: MakePlanCommand): Promise<IdempotentResponse<PlanDto>> {
    const { sender, plan, context, idempotency } = command;
    const { userId } = sender;
    this.plans.assertOffered();
    // Derived from the key, so a repeated request finds the first request's plan (LED-5).
    const id = idempotency === undefined ? newId() : v5(idempotency.key, userId);
    const { manager: reads } = this.dataSource;
    if (idempotency !== undefined && (await this.keys.isUsed(reads, context, idempotency))) {
      return new IdempotentResponse(await this.plans.get(userId, id), true);
    }
    const { accountId: recipientId, ...recipient } = await this.monikers.recipientOf(userId, plan);
    const named = { ...plan, ...recipient };
    await this.check(sender, named);
    const isReplayed = await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      await this.users.lock(manager, userId);
      const { replacesPlanId } = plan;
      const replaced = replacesPlanId ? await this.endReplaced(manager, userId, replacesPlanId) : null;
      await this.plans.assertMayPlan(manager, userId);
      const salt = newSalt();
      const { schedule, firstDay: dueDay, amount } = plan;
      const firstDay = replaced ? firstDayOnChange(replaced.plan, plan, this.days.today()) : dueDay;
      const texts = {
        ...pickTexts(named, TRANSFER_TEXT_FIELDS),
        // Each transfer looks up the account numbers again, so the plan keeps only what the customer is allowed to see.
        ...numbersForSender(named, recipient.toAccount),
        ...{ recipientId, toAccount: recipient.toAccount },
      };
      const category = plan.category ?? guessCategory(plan.purpose);
      const common = { userId, amountCents: amount.cents, schedule, firstDay, category };
      await this.plans.insert(manager, { id, ...common, ...texts, salt }, dueDay);
      const textsDigest = digestPlanTexts(texts, salt);
      const event = { type: 'TransferPlanned', payload: { planId: id, ...common, textsDigest } } as const;
      const stream = planStream(userId);
      const events = [...(replaced ? [replaced.event] : []), event];
      // Records the first day on which the new plan is due (TRF-133).
      if (firstDay !== dueDay) events.push(changedEvent({ ...common, id, dueDay }, 'resumed'));
      for (const each of events)
        receiptOrThrow(await submit({ command: { type: 'RecordAudit', stream, event: each }, context }));
      return false;
    });
    return new IdempotentResponse(await this.plans.get(userId, id), isReplayed);
  }

  /**
   * Ends the plan that a new one replaces. Returns the ended plan and the event that records its end. A plan with a
   * transfer today can't be replaced: the new one starts tomorrow at the earliest, so today's transfer would be lost or
   * made twice (TRF-171).
   */
  private async endReplaced(manager: EntityManager, userId: string, planId: string) {
    const plan = await this.plans.lock(manager, userId, planId);
    if (plan === null) throw new AppError('NOT_FOUND');
    const { status, dueDay, runAt } = plan;
    if (status === 'ended') throw new AppError('PLAN_ENDED');
    if (status === 'active' && this.days.dayOf(runAt) <= this.days.today())
      throw new AppError(
        'PLAN_DUE',
        "We're making this transfer today. You can change the plan once the transfer has been made",
      );
    await this.plans.update(manager, planId, {
      ...plan,
      status: 'ended',
      reason: 'customer',
      runDay: dueDay,
    });
    return { plan, event: changedEvent(plan, 'ended') };
  }

  /**
   * Makes the same checks as for an immediate transfer, but ignores the balance and the day's other transfers. The
   * second factor for a new recipient (AUTH-57) is requested now, whatever the amount, because nobody will be there
   * to confirm the transfers later (TRF-125).
   */
  private async check(sender: AuthenticatedUser, plan: MakePlanBody & NamedTransfer): Promise<void> {
    assertRecipientName(plan);
    this.assertDay(plan);
    const amountCents = plan.amount.cents;
    if (amountCents > DAILY_LIMIT_CENTS) {
      throw refusalError({ code: 'DAILY_LIMIT_EXCEEDED', limitCents: DAILY_LIMIT_CENTS, usedCents: 0 });
    }
    const { hasFactor } = await this.access.require(sender.userId);
    const recipient = await this.customers.find(plan);
    if (recipient?.accountId === sender.userId) throw new AppError('OWN_RECIPIENT');
    if (hasFactor) await this.newRecipients.requireFactorFor(sender, plan);
  }

  private assertDay({ firstDay }: MakePlanBody): void {
    const today = this.days.today();
    if (isBankDay(firstDay) && firstDay > today && firstDay <= addDays(today, MAX_DAYS_AHEAD)) return;
    throw new AppError('VALIDATION_FAILED', 'Choose a date between tomorrow and a year from today', {
      fields: ['firstDay'],
    });
  }
}

type ChangedPlan = Pick<Plan, 'id' | 'userId' | 'amountCents' | 'dueDay'>;

function changedEvent({ id: planId, userId, amountCents, dueDay }: ChangedPlan, change: PlanChange) {
  const payload = { planId, userId, amountCents, change, reason: 'customer', dueDay } as const;
  return { type: 'TransferPlanChanged', payload } as const;
}
