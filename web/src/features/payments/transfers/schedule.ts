import { isBankDay } from '@moniker/common/bank-days.js';
import { bankDayOf, formatBankDay } from '@/lib/bank-day';
import { bankTimeZone } from '@/lib/bank-time-zone';
import type { Plan } from '@/lib/queries/use-plans';

/** The choices of “When”. The empty value is a transfer that is sent now. */
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
  if (firstDay === '') return 'Choose a day';
  const [first, last] = plannableDays();
  const isPlannable = isBankDay(firstDay) && firstDay >= first && firstDay <= last;
  return isPlannable ? undefined : 'Choose a day from tomorrow to one year from now';
}

/** Says when a planned transfer is made, such as `every Monday, starting Nov 30, 2026` (TRF-131). */
export function scheduleText({ schedule, firstDay }: Schedule): string {
  const day = formatBankDay(firstDay);
  switch (schedule) {
    case 'weekly':
      return `every ${weekday(firstDay)}, starting ${day}`;
    case 'monthly': {
      const date = dateOfMonth(firstDay);
      const short = date > MAX_COMMON_DATE ? ' (or the last day of shorter months)' : '';
      return `every month on the ${ordinal(date)}${short}, starting ${day}`;
    }
    default:
      return `on ${weekday(firstDay)}, ${day}`;
  }
}

/**
 * Warns about side effects of replacing a plan: a paused one resumes, and a monthly one can lose its date (TRF-176).
 */
export function planChangeNotes(plan: Plan, { schedule, firstDay }: Schedule): readonly string[] {
  const notes = plan.status === 'paused' ? ["It's paused now. Your change resumes it."] : [];
  const old = dateOfMonth(plan.firstDay);
  const date = dateOfMonth(firstDay);
  const isCut =
    schedule === 'monthly' && plan.schedule === 'monthly' && date < old && isLastOfMonth(firstDay);
  if (!isCut) return notes;
  const [was, is] = [ordinal(old), ordinal(date)];
  return [
    ...notes,
    `It's on the ${was} now and would move to the ${is}. To keep the ${was}, start on a ${was}.`,
  ];
}

const dateOfMonth = (day: string): number => Number(day.slice('YYYY-MM-'.length));

const isLastOfMonth = (day: string): boolean => isBankDay(day) && dateOfMonth(addDays(day, 1)) === 1;

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(dateOf(day));
}

function ordinal(number: number): string {
  const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(number);
  return `${number}${suffixes[rule] ?? 'th'}`;
}

function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
