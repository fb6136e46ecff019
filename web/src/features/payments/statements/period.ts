import { BANK_MONTH_PATTERN, isBankDay } from '@moniker/common/bank-days.js';
import { MAX_STATEMENT_DAYS } from '@moniker/common/limits.js';

/** The days that statements can cover: from the day the account was opened to the current bank day (STM-7). */
export type AccountDays = { openedOn: string; bankDay: string };

export type Period = { month: string } | { from: string; to: string };
export type RangeValues = { from: string; to: string };

const MONTHS_SHOWN = 12;
const DAY_MS = 86_400_000;

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Up to 12 months as `YYYY-MM`, newest first, back to the month in which the account was opened (STM-6). */
export function newestMonths({ openedOn, bankDay }: AccountDays): string[] {
  const [year = 0, month = 0] = bankDay.split('-').map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, index) =>
    monthOf(new Date(Date.UTC(year, month - 1 - index, 1)).toISOString()),
  ).filter((shown, index) => index === 0 || shown >= monthOf(openedOn));
}

function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** `2026-11` → `November 2026`. */
export function formatMonth(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}

/**
 * Returns the period in a query string. Falls back to the current month if there is no valid period, or if the month
 * is outside the account's life.
 */
export function parsePeriod(params: URLSearchParams, days: AccountDays): Period {
  const range = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  if (!Object.values(rangeErrors(range)).some(Boolean)) return range;
  const month = params.get('month') ?? '';
  const current = monthOf(days.bankDay);
  const isOfAccount = BANK_MONTH_PATTERN.test(month) && month >= monthOf(days.openedOn) && month <= current;
  return { month: isOfAccount ? month : current };
}

/** Validates a range by the same rules as the server (STM-1). */
export function rangeErrors({ from, to }: RangeValues): Partial<RangeValues> {
  if (!isBankDay(from)) return { from: 'Choose the first day' };
  if (!isBankDay(to)) return { to: 'Choose the last day' };
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return { to: "The last day can't be before the first" };
  if (days > MAX_STATEMENT_DAYS) return { to: `Choose up to ${MAX_STATEMENT_DAYS} days` };
  return {};
}
