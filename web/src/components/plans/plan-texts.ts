import { bankDayOf, formatBankDay } from '@/lib/bank-day';
import { bankTimeZone } from '@/lib/bank-time-zone';
import type { Plan } from '@/lib/queries/use-plans';

export const SCHEDULE_NAMES: Readonly<Record<Plan['schedule'], string>> = {
  once: 'Once',
  weekly: 'Every week',
  monthly: 'Every month',
};

const REASONS: Readonly<Record<NonNullable<Plan['reason']>, string>> = {
  customer: '',
  funds: 'not enough money',
  limit: 'over your daily limit',
  late: 'a problem on our side delayed it by more than seven days',
  frozen: 'your account was frozen',
  identity: "your identity verification wasn't approved",
  refused: "we couldn't send it",
  closed: '',
};

/** Whether the plan's first day has come. */
export const hasStarted = ({ firstDay }: Plan): boolean => firstDay <= bankDayOf(Date.now(), bankTimeZone());

/** Says why a plan is paused or delayed; undefined if it is neither (TRF-132). */
export function planNotice({ status, reason, nextDays: [next] }: Plan): string | undefined {
  const why = reason === null ? '' : REASONS[reason];
  if (status === 'paused') return why === '' ? 'Paused' : `Paused: ${why}`;
  if (why === '' || next === undefined) return undefined;
  return `Delayed: ${why}. We'll try again on ${formatBankDay(next)}.`;
}
