import { isBankDay } from '@moniker/common/bank-days.js';
import { bankDayOf, formatBankDay } from '@/lib/bank-day';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { ordinal } from '@/lib/format';
import type { Plan } from '@/lib/queries/use-plans';

/** The choices for “When”. The empty value means that the transfer is sent now. */
export const SCHEDULES: Readonly<Record<'' | Plan['schedule'], string>> = {
  '': 'Now',
  once: 'On a date',
  weekly: 'Every week',
  monthly: 'Every month',
};

type Schedule = { readonly schedule: string; readonly firstDay: string };

const MAX_DAYS_AHEAD = 366;
/** The last date that every month has. */
const MAX_COMMON_DATE = 28;

export function isSchedule(text: string): text is Plan['schedule'] {
  return text !== '' && Object.hasOwn(SCHEDULES, text);
}

/** The first and last day for which a transfer can be planned (TRF-120). */
export function plannableDays(now = Date.now()): readonly [first: string, last: string] {
  const today = bankDayOf(now, bankTimeZone());
  return [addDays(today, 1), addDays(today, MAX_DAYS_AHEAD)];
}

export function firstDayError({ schedule, firstDay }: Schedule): string | undefined {
  if (!isSchedule(schedule)) return undefined;
  if (firstDay === '') return 'Choose a date';
  const [first, last] = plannableDays();
  const isPlannable = isBankDay(firstDay) && firstDay >= first && firstDay <= last;
  return isPlannable ? undefined : 'Choose a date between tomorrow and a year from today';
}

/**
 * Says when a scheduled transfer is made, such as `every Monday, starting Nov 30, 2026` (TRF-131). `replaced` is the
 * plan that the transfer replaces, if any.
 */
export function scheduleText({ schedule, firstDay }: Schedule, replaced?: Plan | null): string {
  const day = formatBankDay(firstDay);
  switch (schedule) {
    case 'weekly':
      return `every ${weekday(firstDay)}, starting ${day}`;
    case 'monthly': {
      const date = dateOfMonth(replaced && keepsDate(replaced, firstDay) ? replaced.firstDay : firstDay);
      const short = date > MAX_COMMON_DATE ? ' (or the last day of shorter months)' : '';
      return `every month on the ${ordinal(date)}${short}, starting ${day}`;
    }
    default:
      return `on ${weekday(firstDay)}, ${day}`;
  }
}

/**
 * The day that the form for changing a plan shows initially. Skips the day on which a repeating plan retries a delayed
 * transfer, because that day isn't one of the plan's own.
 */
export function nextDayOf({ status, reason, schedule, nextDays }: Plan): string | undefined {
  const isDelayed = status === 'active' && reason !== null && schedule !== 'once';
  const [first] = plannableDays();
  return nextDays.slice(isDelayed ? 1 : 0).find((day) => day >= first);
}

/** Whether a changed plan keeps its date, such as the 31st, even if the month of its next day is shorter (TRF-185). */
const keepsDate = (plan: Plan, firstDay: string): boolean =>
  plan.schedule === 'monthly' &&
  firstDay === nextDayOf(plan) &&
  dateOfMonth(firstDay) < dateOfMonth(plan.firstDay);

const dateOfMonth = (day: string): number => Number(day.slice('YYYY-MM-'.length));

/** Returns the weekday of a bank day, such as `Monday`. */
export function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(dateOf(day));
}

export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
