import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AppError } from '../../http/app-error.js';
import { Amount } from '../../http/fields.js';
import { PLAN_CAUSE_PREFIX } from '../../ledger/domain/events.js';
import { pickTexts, TRANSFER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { newId } from '../../platform/crypto/new-id.js';
import { errorCodeOf, type Polling, startPolling } from '../../platform/process/polling.js';
import { currentTracer } from '../../platform/tracing/tracing.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { RequestTransferCommand } from '../transfers/request-transfer.command.js';
import { RequestTransferBody } from '../transfers/transfer.dto.js';
import { changeAfterRefusal, isTooLate, type RefusedRun } from './plan-rules.js';
import { monikerOf, type Plan, Plans } from './plans.service.js';
import { RecordRunCommand } from './record-run.command.js';

const POLL_MS = 1_000;
/**
 * Maximum number of scheduled transfers that a process makes per poll. It makes them one at a time, so that customers'
 * requests don't wait for them (OPS-62).
 */
const PORTION = 20;

/** Someone changed the plan directly in the database (TRF-133). */
const CHANGED: RefusedRun = { change: 'paused', reason: 'refused' };
const TOO_LATE: RefusedRun = { change: 'paused', reason: 'late' };

/**
 * Requests scheduled transfers when they are due (TRF-124). Runs in every API process, because only API processes are
 * allowed to write to the ledger. A plan has one idempotency key per day, so the ledger accepts each transfer only
 * once, even if a process stops and another one takes over.
 */
@Injectable()
export class PlanRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger('PlanRunner');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(
    private readonly plans: Plans,
    private readonly commands: CommandBus,
    private readonly days: BankDays,
    @Inject(CONFIG) private readonly config: Pick<Config, 'offersPlans'>,
  ) {}

  start(): void {
    if (!this.config.offersPlans) return;
    this.polling = startPolling(POLL_MS, () => this.runPortion(), this.warn);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }

  /** Requests the transfers of the next plans that are due. */
  async runPortion(): Promise<void> {
    for (const plan of await this.plans.claim(PORTION)) {
      if (this.isStopping) return;
      // Earlier plans took too long, so this claim is about to expire. The plan will be claimed again.
      if (!this.plans.isClaimed(plan)) continue;
      // A failing plan must not hold up the others. The failing plan is claimed again after a minute.
      await this.run(plan).catch(this.warn);
    }
  }

  private async run(plan: Plan): Promise<void> {
    const context = {
      ...{ actor: 'system', correlationId: newId() },
      causationId: `${PLAN_CAUSE_PREFIX}${plan.id}`,
    };
    const from = performance.now();
    const refused = await this.request(plan, context);
    await this.commands.execute(new RecordRunCommand(plan, refused, context));
    const work = { name: 'scheduled transfer', from, to: performance.now() };
    currentTracer()?.recordRequest(context.correlationId, work);
  }

  /**
   * Requests the transfer. Returns null if the transfer has been requested, now or in an earlier attempt. If it was
   * refused, returns how the refusal changes the plan. Rethrows temporary errors.
   */
  private async request(plan: Plan, context: CommandContext): Promise<RefusedRun | null> {
    const { userId, recipientId, sharesPurpose, toAccount, amountCents, category, tries } = plan;
    if (!(await this.plans.isAsRecorded(plan))) return CHANGED;
    const isLate = isTooLate(plan.dueDay, this.days.today());
    const transfer = Object.assign(new RequestTransferBody(), {
      ...{ amount: new Amount(amountCents), category },
      ...pickTexts(plan, toAccount === null ? TRANSFER_TEXT_FIELDS : ['purpose']),
      ...(toAccount !== null && { recipientMoniker: monikerOf(toAccount) }),
    });
    const sender = { userId, isTooLate: isLate, recipientId, sharesPurpose };
    try {
      await this.commands.execute(new RequestTransferCommand(sender, transfer, context, keyOf(plan)));
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refused = isLate ? TOO_LATE : changeAfterRefusal(error.code, tries);
      if (refused === null) throw error;
      return refused;
    }
  }

  private readonly warn = (error: unknown): void => {
    this.logger.warn({
      problem: 'could not make scheduled transfers; retrying',
      reason: errorCodeOf(error),
    });
  };
}

/**
 * The idempotency key for a plan's transfer on a given due day. It stays the same however often the transfer is tried.
 */
function keyOf({ id, dueDay }: Plan): { readonly key: string; readonly fingerprint: string } {
  const key = `${PLAN_CAUSE_PREFIX}${id}:${dueDay}`;
  return { key, fingerprint: createHash('sha256').update(key).digest('base64url') };
}
