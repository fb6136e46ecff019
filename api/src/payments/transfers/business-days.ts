import { addDays } from '../../platform/time/bank-day.js';
import { dayCount } from '../../platform/time/bank-days.service.js';

/**
 * Returns the number of weekdays after `from`, up to and including `to`: 1 from Friday to Monday. Days are
 * `YYYY-MM-DD`.
 */
export function businessDaysBetween(from: string, to: string): number {
  const weeks = Math.floor((dayCount(from, to) - 1) / 7);
  const rest: string[] = [];
  for (let day = addDays(from, weeks * 7 + 1); day <= to; day = addDays(day, 1)) rest.push(day);
  return weeks * 5 + rest.filter(isWeekday).length;
}

function isWeekday(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
