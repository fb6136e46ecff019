import { describe, expect, it } from '@jest/globals';
import { isBankDay } from '@moniker/common/bank-days.js';
import { formatBankDay } from '@/lib/bank-day';
import { formatMonth, newestMonths, parsePeriod, rangeErrors } from './period';

const TODAY = { openedOn: '2020-05-31', bankDay: '2026-01-31' };

describe('statement months', () => {
  it('include the newest twelve months across a year boundary [STM-6]', () => {
    const months = newestMonths(TODAY);
    expect(months).toHaveLength(12);
    expect(months.slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
    expect(months.at(-1)).toBe('2025-02');
  });

  it('include no month before the account was opened [STM-6]', () => {
    expect(newestMonths({ ...TODAY, openedOn: '2025-11-30' })).toEqual(['2026-01', '2025-12', '2025-11']);
    expect(newestMonths({ ...TODAY, openedOn: '2026-01-31' })).toEqual(['2026-01']);
  });

  it('are shown with the name of the month [STM-6]', () => {
    expect(formatMonth('2025-12')).toBe('December 2025');
  });
});

describe('bank days', () => {
  it('are formatted, and invalid ones are recognized [STM-6]', () => {
    expect(formatBankDay('2026-01-01')).toBe('Jan 1, 2026');
    expect(['2026-02-28', '2026-02-29', '2026-2-1', 'today'].map(isBankDay)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('statement period', () => {
  it.each([
    ['', { month: '2026-01' }],
    ['month=2025-06', { month: '2025-06' }],
    ['month=2025-13', { month: '2026-01' }],
    ['month=2020-05', { month: '2020-05' }],
    ['month=2020-04', { month: '2026-01' }],
    ['month=2026-02', { month: '2026-01' }],
    ['from=2025-12-30&to=2026-01-02', { from: '2025-12-30', to: '2026-01-02' }],
    ['from=2026-01-02&to=2025-12-30', { month: '2026-01' }],
    ['from=2026-01-02', { month: '2026-01' }],
  ])('is parsed from "%s"', (address, period) => {
    expect(parsePeriod(new URLSearchParams(address), TODAY)).toEqual(period);
  });
});

describe('statement range', () => {
  it.each([
    [{ from: '', to: '2026-01-01' }, { from: 'Choose the first day' }],
    [{ from: '2026-01-01', to: '' }, { to: 'Choose the last day' }],
    [{ from: '2026-01-02', to: '2026-01-01' }, { to: "The last day can't be before the first" }],
    [{ from: '2025-01-01', to: '2026-01-02' }, { to: 'Choose up to 366 days' }],
    [{ from: '2025-01-01', to: '2026-01-01' }, {}],
    [{ from: '2026-01-01', to: '2026-01-01' }, {}],
  ])('is validated: %j [STM-1]', (range, errors) => {
    expect(rangeErrors(range)).toEqual(errors);
  });
});
