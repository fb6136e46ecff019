import { describe, expect, it } from '@jest/globals';
import { addDays } from './bank-day.js';
import { BankDays, dayCount } from './bank-days.service.js';

const at = (moment: string, bankTimeZone = 'America/New_York') =>
  new BankDays(() => new Date(moment), { bankTimeZone });

describe('BankDays', () => {
  const days = at('2026-11-21T04:30:00Z');

  it.each([
    ['a winter day', '2026-11-20', '2026-11-20T05:00:00.000Z', '2026-11-21T04:59:59.999Z'],
    ['a summer day', '2026-07-01', '2026-07-01T04:00:00.000Z', '2026-07-02T03:59:59.999Z'],
    ['a day of 23 hours', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['a day of 25 hours', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ])('returns the start and end of %s in the bank’s time zone [LED-16]', (_, day, start, end) => {
    expect(days.startOf(day).toISOString()).toBe(start);
    expect(days.endOf(day).toISOString()).toBe(end);
  });

  it("starts a day at one o'clock if the clocks skip midnight", () => {
    const start = at('2026-01-01T00:00:00Z', 'America/Sao_Paulo').startOf('2018-11-04');
    expect(start.toISOString()).toBe('2018-11-04T03:00:00.000Z');
  });

  it('supports the easternmost and westernmost time zones', () => {
    expect(at('2026-01-01T00:00:00Z', 'Pacific/Kiritimati').startOf('2026-05-02').toISOString()).toBe(
      '2026-05-01T10:00:00.000Z',
    );
    expect(at('2026-01-01T00:00:00Z', 'Pacific/Pago_Pago').startOf('2026-05-02').toISOString()).toBe(
      '2026-05-02T11:00:00.000Z',
    );
  });

  it('returns the current bank day as today, and as the last of the recent days', () => {
    expect(days.today()).toBe('2026-11-20');
    expect(days.lastDays(3)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  });
});

describe('addDays and dayCount', () => {
  it('work across month ends, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(dayCount('2026-03-01', '2026-03-31')).toBe(31);
    expect(dayCount('2026-03-01', '2026-03-01')).toBe(1);
  });
});
