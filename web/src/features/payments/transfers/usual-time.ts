import { bankDayOf, formatBankDay } from '@/lib/bank-day';
import { bankTimeZone } from '@/lib/bank-time-zone';
import { addDays, weekday } from './schedule';

/** Says how long transfers usually take, and by which day a transfer requested today is sent (TRF-85). */
export function usualTimeText(
  businessDays: number | null,
  today = bankDayOf(Date.now(), bankTimeZone()),
): string {
  const day = dayAfter(today, businessDays ?? 1);
  const by = `by ${weekday(day)}, ${formatBankDay(day)}`;
  if (businessDays === null) return `We review every transfer, usually within one business day (${by}).`;
  return `Usually within ${businessDays === 1 ? 'one business day' : `${businessDays} business days`} (${by}).`;
}

const WEEKEND = new Set(['Saturday', 'Sunday']);

/** The day that comes this many weekdays after `day`. */
function dayAfter(day: string, weekdays: number): string {
  const next = addDays(day, 1);
  const left = WEEKEND.has(weekday(next)) ? weekdays : weekdays - 1;
  return left === 0 ? next : dayAfter(next, left);
}
