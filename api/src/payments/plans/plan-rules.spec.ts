import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, bankDayOf } from '../../platform/time/bank-day.js';
import {
  changeAfterRefusal,
  dueDaysFrom,
  firstDayOnChange,
  isTooLate,
  mayBeDue,
  MAX_DAYS_LATE,
  nextDueDay,
  runTimeOf,
  skippedDayOf,
  type PlanDays,
} from './plan-rules.js';

const ZONE = 'America/New_York';

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2020-01-01', count));
const plan = fc.record({
  schedule: fc.constantFrom('once' as const, 'weekly' as const, 'monthly' as const),
  firstDay: day,
}) satisfies fc.Arbitrary<PlanDays>;

const lastOfMonth = (of: string): string =>
  addDays(`${addDays(`${of.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

describe('the days of a plan', () => {
  it.each([
    ['2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-30', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']],
    ['2026-11-15', ['2026-11-15', '2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15']],
  ])('fall on the last day of any month that lacks the date: monthly from %s [TRF-121]', (firstDay, days) => {
    expect(dueDaysFrom({ schedule: 'monthly', firstDay }, firstDay, 5)).toEqual(days);
  });

  it('are a single day for a one-time transfer, and the same weekday for a weekly one [TRF-121]', () => {
    const firstDay = '2026-12-26';
    expect(dueDaysFrom({ schedule: 'once', firstDay }, '2026-01-01', 3)).toEqual([firstDay]);
    expect(dueDaysFrom({ schedule: 'once', firstDay }, addDays(firstDay, 1), 3)).toEqual([]);
    expect(dueDaysFrom({ schedule: 'weekly', firstDay }, '2027-01-03', 2)).toEqual([
      ...['2027-01-09', '2027-01-16'],
    ]);
  });

  it('are never skipped or repeated, whatever day they are counted from [TRF-121]', () => {
    fc.assert(
      fc.property(plan, day, (days, from) => {
        const next = nextDueDay(days, from);
        if (next === null) return days.schedule === 'once' && days.firstDay <= from;
        // Counting from the day before the next due day leads to the same due day.
        const before = addDays(next, -1);
        return next > from && next >= days.firstDay && nextDueDay(days, before) === next;
      }),
    );
  });

  it.each([
    [
      'stay on the 31st if the new plan starts on a due day that a short month moved to the 28th',
      '2027-02-28',
      '2027-02-28',
      '2026-12-31',
    ],
    [
      'stay on the 31st if the new plan starts on the next due day after the one whose transfer is being retried',
      '2027-01-31',
      '2027-02-28',
      '2026-12-31',
    ],
    ['stay on the 31st if the new plan starts on the 31st', '2027-03-31', '2027-03-31', '2027-03-31'],
    [
      'move to the 30th if the new plan starts on the 30th of a later month',
      '2027-02-28',
      '2027-04-30',
      '2027-04-30',
    ],
    [
      'move to the 20th if the new plan starts on the 20th of the same month',
      '2027-02-28',
      '2027-02-20',
      '2027-02-20',
    ],
  ])('after a change, %s [TRF-185]', (_, dueDay, chosen, firstDay) => {
    const old = { schedule: 'monthly', firstDay: '2026-12-31', dueDay } as const;
    const [monthly, weekly] = [
      { ...old, firstDay: chosen },
      { ...old, firstDay: chosen, schedule: 'weekly' },
    ] as const;
    expect(firstDayOnChange(old, monthly, '2027-02-03')).toBe(firstDay);
    expect(firstDayOnChange(old, weekly, '2027-02-03')).toBe(chosen);
    expect(firstDayOnChange({ ...old, schedule: 'weekly' }, monthly, '2027-02-03')).toBe(chosen);
  });

  it('can be restored one by one after being skipped, each until it begins [TRF-181]', () => {
    fc.assert(
      fc.property(plan, day, (days, from) => {
        const [first, second, third] = dueDaysFrom(days, from, 3);
        if (first === undefined || second === undefined || third === undefined) return;
        expect(skippedDayOf({ ...days, dueDay: third }, addDays(first, -1))).toBe(second);
        expect(skippedDayOf({ ...days, dueDay: second }, addDays(first, -1))).toBe(first);
        expect(skippedDayOf({ ...days, dueDay: second }, first)).toBeNull();
        expect(skippedDayOf({ ...days, dueDay: first }, addDays(first, -1))).toBeNull();
      }),
    );
  });

  it('are the only days on which a transfer can be due, and only until an event moves the plan past them [TRF-133]', () => {
    const change = fc.constantFrom('skipped' as const, 'delayed' as const, 'resumed' as const);
    fc.assert(
      fc.property(plan, day, fc.nat(5), change, (days, from, later, last) => {
        const [of] = dueDaysFrom(days, from, 1);
        if (of === undefined) return true;
        const [isDue, isDueAfter] = [of, addDays(of, later)].map((dueDay) =>
          mayBeDue({ ...days, dueDay: of }, { change: last, dueDay }),
        );
        const isOffDay = mayBeDue({ ...days, dueDay: addDays(of, 1) }, undefined);
        return isDue === (last !== 'skipped') && (later === 0 || isDueAfter === false) && !isOffDay;
      }),
    );
    const once = { schedule: 'once', firstDay: '2026-12-26', dueDay: '2026-12-26' } as const;
    expect(mayBeDue(once, undefined)).toBe(true);
    for (const ended of ['paused', 'ended'] as const) {
      expect(mayBeDue(once, { change: ended, dueDay: '2026-12-26' })).toBe(false);
    }
  });

  it('are seven days or one calendar month apart, and monthly ones never drift [TRF-121]', () => {
    fc.assert(
      fc.property(plan, fc.integer({ min: 1, max: 40 }), (days, count) => {
        const due = dueDaysFrom(days, days.firstDay, count);
        return due.every((one, index) => {
          if (days.schedule !== 'monthly') return one === addDays(days.firstDay, index * 7);
          const months = Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
          const first = Number(days.firstDay.slice(0, 4)) * 12 + Number(days.firstDay.slice(5, 7));
          const isSameDate = one.slice(8) === days.firstDay.slice(8);
          return (
            months === first + index &&
            (isSameDate || (one === lastOfMonth(one) && one.slice(8) < days.firstDay.slice(8)))
          );
        });
      }),
    );
  });
});

describe('a scheduled transfer', () => {
  it.each([
    ['2026-03-07', '2026-03-07T11:00:00.000Z'],
    ['2026-03-08', '2026-03-08T10:00:00.000Z'],
    ['2026-11-01', '2026-11-01T11:00:00.000Z'],
    ['2026-10-31', '2026-10-31T10:00:00.000Z'],
  ])('is made at 6 AM in New York, even when the clocks change: %s [TRF-122]', (of, time) => {
    expect(runTimeOf(of, ZONE).toISOString()).toBe(time);
  });

  it('is made at 6 AM local time on its day [TRF-122]', () => {
    const hour = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeStyle: 'short' });
    fc.assert(
      fc.property(day, (of) => {
        const time = runTimeOf(of, ZONE);
        return bankDayOf(time, ZONE) === of && hour.format(time).replace(/\s/g, ' ') === '6:00 AM';
      }),
    );
  });

  it('is too late from the eighth day after its due day on [TRF-127]', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -10, max: 30 }), (of, daysLater) => {
        return isTooLate(of, addDays(of, daysLater)) === daysLater > MAX_DAYS_LATE;
      }),
    );
  });

  it.each(['INSUFFICIENT_FUNDS', 'DAILY_LIMIT_EXCEEDED'] as const)(
    'that is refused with %s is tried on two more days, then skipped [TRF-126]',
    (code) => {
      const changes = [0, 1, 2].map((tries) => changeAfterRefusal(code, tries)?.change);
      expect(changes).toEqual(['delayed', 'delayed', 'skipped']);
    },
  );

  it.each([
    ['ACCOUNT_FROZEN', 'paused', 'frozen'],
    ['KYC_REJECTED', 'paused', 'identity'],
    ['OWN_RECIPIENT', 'paused', 'refused'],
    ['ACCOUNT_CLOSED', 'ended', 'closed'],
  ] as const)('that is refused with %s leaves its plan %s [TRF-127]', (code, change, reason) => {
    expect(changeAfterRefusal(code, 0)).toEqual({ change, reason });
  });

  it.each(['BUSY', 'UNAVAILABLE', 'ACCOUNT_QUARANTINED', 'CLOCK_WRONG'] as const)(
    'is tried again soon after %s [TRF-126]',
    (code) => {
      expect(changeAfterRefusal(code, 0)).toBeNull();
    },
  );
});
