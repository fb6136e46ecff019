import type { ErrorCode } from '../../http/app-error.js';
import type { PlanChange, PlanChangeReason, PlanSchedule } from '../../ledger/domain/events.js';
import { addDays, bankDayOf, parseBankTime } from '../../platform/time/bank-day.js';

/**
 * Maximum number of days on which a transfer is tried if the balance is too low or the daily limit is exceeded
 * (TRF-126).
 */
export const MAX_TRIES = 3;
/** A transfer that was due longer ago than this is not made (TRF-127). */
export const MAX_DAYS_LATE = 7;

const DAYS_PER_WEEK = 7;
const MAX_DAYS_PER_MONTH = 31;
const MAX_WEEKS_PER_MONTH = 5;

/** Determines the days on which a plan is due. Days are `YYYY-MM-DD`. */
export interface PlanDays {
  readonly schedule: PlanSchedule;
  readonly firstDay: string;
}

/** Returns the first day after `day` on which a plan is due, or null if there is none (TRF-121). */
export function nextDueDay(plan: PlanDays, day: string): string | null {
  const { schedule, firstDay } = plan;
  if (firstDay > day) return firstDay;
  switch (schedule) {
    case 'once':
      return null;
    case 'weekly': {
      const weeks = Math.floor(daysBetween(firstDay, day) / DAYS_PER_WEEK);
      return addDays(firstDay, (weeks + 1) * DAYS_PER_WEEK);
    }
    case 'monthly': {
      const months = monthsBetween(firstDay, day);
      const due = addMonths(firstDay, months);
      return due > day ? due : addMonths(firstDay, months + 1);
    }
  }
}

/** Returns up to `count` days on which a plan is due, on or after `day`. */
export function dueDaysFrom(plan: PlanDays, day: string, count: number): string[] {
  const days: string[] = [];
  let next = nextDueDay(plan, addDays(day, -1));
  while (next !== null && days.length < count) {
    days.push(next);
    next = nextDueDay(plan, next);
  }
  return days;
}

/**
 * Returns the day from which a replacement plan's days are counted, usually the first day that the customer chose.
 * Suppose a monthly plan for the 31st is due next on February 28. If a monthly replacement starts on February 28, the
 * replacement's days are counted from the replaced plan's first day, so that they stay on the 31st (TRF-185).
 */
export function firstDayOnChange(
  replaced: PlanDays & { readonly dueDay: string },
  { schedule, firstDay }: PlanDays,
  today: string,
): string {
  const isMonthly = schedule === 'monthly' && replaced.schedule === 'monthly';
  const isCut = isMonthly && dateOf(firstDay) < dateOf(replaced.firstDay);
  const next = replaced.dueDay > today ? replaced.dueDay : nextDueDay(replaced, today);
  return isCut && firstDay === next ? replaced.firstDay : firstDay;
}

/**
 * Returns the latest day that the customer skipped and can still restore, or null (TRF-181). A scheduled day that is
 * still ahead but before `dueDay` must have been skipped, because nothing else moves a plan past a future day.
 */
export function skippedDayOf(plan: PlanDays & { readonly dueDay: string }, today: string): string | null {
  const days = dueDaysFrom(plan, addDays(plan.dueDay, -MAX_DAYS_PER_MONTH), MAX_WEEKS_PER_MONTH);
  return days.findLast((day) => day > today && day < plan.dueDay) ?? null;
}

/**
 * Whether a transfer may be due on `plan.dueDay` (TRF-133). The day must be on the plan's schedule. The plan's last
 * event must neither have moved the plan past that day nor have paused or ended the plan.
 */
export function mayBeDue(
  plan: PlanDays & { readonly dueDay: string },
  last: { readonly change: PlanChange; readonly dueDay: string } | undefined,
): boolean {
  const { dueDay } = plan;
  if (dueDaysFrom(plan, dueDay, 1)[0] !== dueDay) return false;
  switch (last?.change) {
    case undefined:
      return true;
    case 'skipped':
      return dueDay > last.dueDay;
    case 'delayed':
    case 'resumed':
      return dueDay >= last.dueDay;
    case 'paused':
    case 'ended':
      return false;
  }
}

/** Returns when a transfer is made on a day: at 6 AM bank time (TRF-122). */
export function runTimeOf(day: string, timeZone: string): Date {
  return parseBankTime(`${day}T06:00`, timeZone);
}

/**
 * Returns the day on which a resumed plan continues, or null if no day remains. Transfers missed during the pause are
 * not made up for.
 */
export function dueDayOnResume(
  plan: PlanDays & { readonly dueDay: string },
  now: Date,
  timeZone: string,
): string | null {
  const yesterday = addDays(bankDayOf(now, timeZone), -1);
  const isAhead = (day: string | null): boolean => day === null || runTimeOf(day, timeZone) > now;
  if (isAhead(plan.dueDay)) return plan.dueDay;
  const next = nextDueDay(plan, yesterday);
  return next === null || isAhead(next) ? next : nextDueDay(plan, next);
}

/** Whether a transfer was due too long ago to be made (TRF-127). */
export function isTooLate(dueDay: string, today: string): boolean {
  return today > addDays(dueDay, MAX_DAYS_LATE);
}

/** What happens to a plan whose transfer was refused. */
export interface RefusedRun {
  readonly change: PlanChange;
  readonly reason: PlanChangeReason;
}

/** Why a plan changes if its transfer is refused with one of these codes. Any other error is temporary. */
const REASONS: Readonly<Partial<Record<ErrorCode, PlanChangeReason>>> = {
  INSUFFICIENT_FUNDS: 'funds',
  DAILY_LIMIT_EXCEEDED: 'limit',
  ACCOUNT_FROZEN: 'frozen',
  KYC_REJECTED: 'identity',
  ACCOUNT_CLOSED: 'closed',
  ACCOUNT_NUMBER_MISSING: 'refused',
  OWN_RECIPIENT: 'refused',
  MONIKER_NOT_FOUND: 'refused',
  AMOUNT_INVALID: 'refused',
  VALIDATION_FAILED: 'refused',
};

/**
 * Returns how a refusal changes a plan, or null for a temporary error (TRF-126). `tries` counts the earlier refusals
 * for the same day.
 */
export function changeAfterRefusal(code: ErrorCode, tries: number): RefusedRun | null {
  const reason = REASONS[code];
  if (reason === undefined) return null;
  return { reason, change: changeFor(reason, tries) };
}

function changeFor(reason: PlanChangeReason, tries: number): PlanChange {
  if (reason === 'closed') return 'ended';
  if (reason !== 'funds' && reason !== 'limit') return 'paused';
  return tries + 1 < MAX_TRIES ? 'delayed' : 'skipped';
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000));
}

function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

function monthNumber(day: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return year * 12 + month - 1;
}

const dateOf = (day: string): number => Number(day.slice('YYYY-MM-'.length));

/** Adds months to a day. If the resulting month lacks the date, returns its last day. */
function addMonths(day: string, months: number): string {
  const number = monthNumber(day) + months;
  const [year, month] = [Math.floor(number / 12), number % 12];
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Math.min(dateOf(day), lastDate);
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
