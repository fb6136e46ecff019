import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { TransactionCategory } from '@moniker/common/categories.js';
import { AppError } from '../../http/app-error.js';
import {
  type PayloadOf,
  type PlanChangeReason,
  planStream,
  type PlanSchedule,
} from '../../ledger/domain/events.js';
import {
  digestFields,
  TRANSFER_TEXT_FIELDS,
  type TransferText,
} from '../../ledger/texts/transaction-texts.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { PlanDto, PlansDto, PlanStatus } from './plan.dto.js';
import { dueDayOnResume, dueDaysFrom, mayBeDue, nextDueDay, runTimeOf, skippedDayOf } from './plan-rules.js';

const MAX_PLANS = 20;
const SHOWN_DAYS = 3;
/** How long a claim keeps other processes from requesting the plan's transfer. */
const CLAIM_MS = 60_000;
/** A transfer is requested only if at least this much time is left in the claim. The request itself takes less time. */
const MIN_CLAIM_MS = 40_000;

export interface Plan extends Readonly<Record<TransferText, string>> {
  readonly id: string;
  readonly userId: string;
  readonly status: PlanStatus;
  /** Why the current transfer is delayed or the plan is paused; null if neither. */
  readonly reason: PlanChangeReason | null;
  readonly schedule: PlanSchedule;
  readonly firstDay: string;
  /** The day of the next transfer, or of one that is being retried. */
  readonly dueDay: string;
  /** How many times the transfer for `dueDay` has been refused. */
  readonly tries: number;
  /** When the transfer is made or retried. */
  readonly runAt: Date;
  /** When a process's claim on the plan ends; null if no process has claimed it. */
  readonly claimedUntil: Date | null;
  readonly amountCents: number;
  readonly category: TransactionCategory;
  readonly salt: string;
  /** The customer whom the plan names by moniker (TRF-134); null if the plan pays an account number. */
  readonly recipientId: string | null;
  /** The moniker by which the plan names its recipient, with the `$`; null if the plan pays an account number. */
  readonly toAccount: string | null;
  /** Whether the customer was told that the recipient sees the purpose (TRF-162). */
  readonly sharesPurpose: boolean;
}

export type NewPlan = Omit<
  Plan,
  'status' | 'reason' | 'dueDay' | 'tries' | 'runAt' | 'claimedUntil' | 'sharesPurpose'
>;

/** What a change to a plan writes. */
export type PlanState = Pick<Plan, 'status' | 'reason' | 'dueDay' | 'tries'> & { readonly runDay: string };

const COLUMNS = `id, user_id as "userId", status, reason, schedule, first_day::text as "firstDay",
  due_day::text as "dueDay", tries, run_at as "runAt", claimed_until as "claimedUntil", amount_cents as "amountCents", category, salt,
  recipient_name as "recipientName", recipient_account as "recipientAccount",
  recipient_routing as "recipientRouting", purpose, recipient_id as "recipientId", to_account as "toAccount",
  shares_purpose as "sharesPurpose"`;

const SELECT_OPEN = `select ${COLUMNS} from transfer_plan where user_id = $1 and status <> 'ended'
  order by status, run_at, id`;

const SELECT_ONE = `select ${COLUMNS} from transfer_plan where id = $1 and user_id = $2`;

const COUNT_OPEN = `select count(*)::int as count from transfer_plan where user_id = $1 and status <> 'ended'`;

// One statement claims and commits, so no lock is held while the ledger decides.
const CLAIM = `
  with due as (
    select id from transfer_plan
      where status = 'active' and run_at <= $1 and (claimed_until is null or claimed_until <= $1)
      order by run_at, id limit $3 for update skip locked),
  claimed as (
    update transfer_plan set claimed_until = $2 where id in (select id from due) returning ${COLUMNS})
  select * from claimed order by "runAt", id`;

const INSERT = `
  insert into transfer_plan (id, user_id, status, schedule, first_day, due_day, run_at, amount_cents, category, salt,
      recipient_name, recipient_account, recipient_routing, purpose, recipient_id, to_account, created_at, shares_purpose)
    values ($1, $2, 'active', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, true)`;

// Searches payloads without an index, because a customer's stream has few events.
const SELECT_EVENTS = `select payload from ledger_event
  where stream = $1 and strpos(payload, $2) > 0 order by position`;

const UPDATE = `update transfer_plan
  set status = $2, reason = $3, due_day = $4, tries = $5, run_at = $6, claimed_until = null where id = $1`;

/**
 * Scheduled transfers (TRF-120). Events in the log say what happened to them; the table holds what the next transfers
 * need.
 */
@OwnsPersonalData('transfer_plan')
@Injectable()
export class Plans implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'offersPlans'>,
  ) {}

  /** @throws PLANS_OFF `TRANSFER_PLANS` is off, as it must be while processes of an earlier release are running */
  assertOffered(): void {
    if (!this.config.offersPlans) throw new AppError('PLANS_OFF');
  }

  async of(userId: string): Promise<PlansDto> {
    const rows = await this.dataSource.query<Plan[]>(SELECT_OPEN, [userId]);
    return { isOffered: this.config.offersPlans, items: rows.map((row) => this.dtoOf(row)) };
  }

  /** @throws NOT_FOUND the user has no such plan */
  async get(userId: string, planId: string): Promise<PlanDto> {
    const [plan] = await this.dataSource.query<Plan[]>(SELECT_ONE, [planId, userId]);
    if (plan === undefined) throw new AppError('NOT_FOUND');
    return this.dtoOf(plan);
  }

  /**
   * Checks that the user may make another plan. The caller must hold a lock on the user's row.
   *
   * @throws TOO_MANY_PLANS the user already has the maximum number of plans (TRF-130)
   */
  async assertMayPlan(manager: EntityManager, userId: string): Promise<void> {
    const [row] = await manager.query<{ count: number }[]>(COUNT_OPEN, [userId]);
    if ((row?.count ?? 0) >= MAX_PLANS) throw new AppError('TOO_MANY_PLANS');
  }

  async insert(manager: EntityManager, plan: NewPlan, dueDay = plan.firstDay): Promise<void> {
    const { id, userId, schedule, firstDay, amountCents, category, salt } = plan;
    await manager.query(INSERT, [
      ...[id, userId, schedule, firstDay, dueDay, this.runTimeOf(dueDay), amountCents, category, salt],
      ...[plan.recipientName, plan.recipientAccount, plan.recipientRouting, plan.purpose],
      ...[plan.recipientId, plan.toAccount, this.now()],
    ]);
  }

  /** Claims due plans for this process (TRF-124). If this process stops, others can claim them after a minute. */
  claim(limit: number): Promise<Plan[]> {
    const now = this.now();
    return this.dataSource.query<Plan[]>(CLAIM, [now, new Date(now.getTime() + CLAIM_MS), limit]);
  }

  /**
   * Whether this process's claim on a plan lasts long enough to request the plan's transfer. Until the claim ends, the
   * customer cannot change the plan, and no other process claims the plan.
   */
  isClaimed({ claimedUntil }: Plan): boolean {
    return claimedUntil !== null && claimedUntil.getTime() - this.now().getTime() >= MIN_CLAIM_MS;
  }

  /** @throws PLAN_DUE a process is requesting the plan's transfer (TRF-128) */
  assertUnclaimed({ claimedUntil }: Plan): void {
    if (claimedUntil !== null && claimedUntil > this.now()) throw new AppError('PLAN_DUE');
  }

  /**
   * Whether a due plan matches its events (TRF-133). Its user, recipient, purpose, amount, schedule and first day
   * must match its first event. Its due day must have come, be on its schedule, and fit its last event (see
   * `mayBeDue`).
   */
  async isAsRecorded(plan: Plan): Promise<boolean> {
    const stream = planStream(plan.userId);
    const rows = await this.dataSource.query<{ payload: string }[]>(SELECT_EVENTS, [stream, plan.id]);
    const [planned, ...changes] = rows.map(({ payload }) => JSON.parse(payload) as unknown);
    if (planned === undefined || !isOf(plan, planned as PayloadOf<'TransferPlanned'>)) return false;
    const last = changes.at(-1) as PayloadOf<'TransferPlanChanged'> | undefined;
    return mayBeDue(plan, last) && plan.dueDay <= this.days.today();
  }

  /** Locks and returns a plan; null if the user has no such plan. */
  async lock(manager: EntityManager, userId: string, planId: string): Promise<Plan | null> {
    const [plan] = await manager.query<Plan[]>(`${SELECT_ONE} for update`, [planId, userId]);
    return plan ?? null;
  }

  async update(manager: EntityManager, planId: string, state: PlanState): Promise<void> {
    const { status, reason, dueDay, tries, runDay } = state;
    await manager.query(UPDATE, [planId, status, reason, dueDay, tries, this.runTimeOf(runDay)]);
  }

  /**
   * Returns a plan's state after the transfer for its due day was made or skipped. The plan is then due on its next
   * scheduled day, or ends if there is no such day (TRF-121).
   */
  afterDay({ status, dueDay, ...plan }: Plan): PlanState {
    const next = nextDueDay(plan, dueDay);
    if (next === null) return { status: 'ended', reason: null, dueDay, tries: 0, runDay: dueDay };
    return { status, reason: null, dueDay: next, tries: 0, runDay: next };
  }

  /** Returns the day from which a plan would continue if it were resumed now; null if no day remains. */
  dueDayOnResume(plan: Plan): string | null {
    return dueDayOnResume(plan, this.now(), this.days.timeZone);
  }

  /** Returns the skipped day that can be made due again, or null (TRF-181). */
  skippedDayOf(plan: Plan): string | null {
    return plan.status === 'active' ? skippedDayOf(plan, this.days.today()) : null;
  }

  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('delete from transfer_plan where user_id = $1', [id]);
  }

  private runTimeOf(day: string): Date {
    return runTimeOf(day, this.days.timeZone);
  }

  private dtoOf(plan: Plan): PlanDto {
    const { toAccount } = plan;
    const recipientMoniker = toAccount === null ? null : monikerOf(toAccount);
    const skippedDay = this.skippedDayOf(plan);
    return { ...plan, recipientMoniker, skippedDay, nextDays: this.nextDaysOf(plan) };
  }

  private nextDaysOf(plan: Plan): string[] {
    const { dueDay, runAt } = plan;
    if (plan.status === 'ended') return [];
    if (plan.status === 'paused') {
      const day = this.dueDayOnResume(plan);
      return day === null ? [] : dueDaysFrom(plan, day, SHOWN_DAYS);
    }
    const [, ...later] = dueDaysFrom(plan, dueDay, SHOWN_DAYS);
    return [this.days.dayOf(runAt), ...later];
  }
}

/** Returns the moniker in a plan's `toAccount`. */
export const monikerOf = (toAccount: string): string => toAccount.slice(1);

type PlanTexts = Pick<Plan, TransferText | 'toAccount' | 'recipientId'>;

/** Returns the digest of a plan's recipient and purpose (docs/ledger.md, section 8). */
export function digestPlanTexts({ toAccount, recipientId, ...plan }: PlanTexts, salt: string): string {
  const texts = TRANSFER_TEXT_FIELDS.map((field) => plan[field]);
  // The digest of a plan that pays an account number omits these two fields, so that plans made before monikers existed
  // keep their digests.
  const customer = toAccount === null && recipientId === null ? [] : [toAccount, recipientId];
  return digestFields([...texts, ...customer], salt);
}

function isOf(
  plan: Plan,
  { planId, userId, amountCents, schedule, firstDay, textsDigest }: PayloadOf<'TransferPlanned'>,
): boolean {
  return (
    planId === plan.id &&
    userId === plan.userId &&
    amountCents === plan.amountCents &&
    schedule === plan.schedule &&
    firstDay === plan.firstDay &&
    textsDigest === digestPlanTexts(plan, plan.salt)
  );
}
