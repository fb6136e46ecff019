import { describe, expect, it } from '@jest/globals';
import type { Plan } from '@/lib/queries/use-plans';
import { firstDayError, plannableDays, scheduleText } from './schedule';
import {
  changedPlan,
  EMPTY_TRANSFER,
  errorSummary,
  planChanges,
  toRequestBody,
  UNKNOWN_LIMITS,
  validateTransfer,
} from './transfer-values';

const VALUES = {
  ...EMPTY_TRANSFER,
  ...{ amount: '100', netAmount: '98.00', recipientName: 'Corner Greens', recipientAccount: '310447825' },
  ...{ recipientRouting: '021000021', purpose: 'Rent' },
};

const POOR = { availableBalanceCents: 100, leftToSendTodayCents: 100 };

describe('the schedule of a scheduled transfer', () => {
  it.each([
    ['once', '2026-11-30', 'on Monday, Nov 30, 2026'],
    ['weekly', '2026-11-30', 'every Monday, starting Nov 30, 2026'],
    ['monthly', '2026-12-22', 'every month on the 22nd, starting Dec 22, 2026'],
    [
      'monthly',
      '2027-01-31',
      'every month on the 31st (or the last day of shorter months), starting Jan 31, 2027',
    ],
  ])('(%s from %s) is described as “%s” [TRF-131]', (schedule, firstDay, text) => {
    expect(scheduleText({ schedule, firstDay })).toBe(text);
  });

  it("can start on any day from tomorrow until one year from now, in the bank's time zone [TRF-120]", () => {
    expect(plannableDays(Date.parse('2026-11-27T03:00:00Z'))).toEqual(['2026-11-27', '2027-11-27']);
  });

  it('needs a plannable day, unless the transfer is sent now [TRF-120]', () => {
    expect(firstDayError({ schedule: '', firstDay: '' })).toBeUndefined();
    expect(firstDayError({ schedule: 'once', firstDay: '' })).toBe('Choose a date');
    expect(firstDayError({ schedule: 'once', firstDay: plannableDays()[0] })).toBeUndefined();
    const error = 'Choose a date between tomorrow and a year from today';
    expect(firstDayError({ schedule: 'weekly', firstDay: '2026-01-01' })).toBe(error);
  });

  it('is part of the request only if the transfer is scheduled [TRF-120]', () => {
    expect(toRequestBody({ ...VALUES, firstDay: '2027-01-31' })).not.toHaveProperty('firstDay');
    const planned = toRequestBody({ ...VALUES, schedule: 'monthly', firstDay: '2027-01-31' });
    expect(planned).toMatchObject({ schedule: 'monthly', firstDay: '2027-01-31' });
  });

  it("lets the amount exceed today's balance, but not the daily limit [TRF-120, TRF-130]", () => {
    const planned = { ...VALUES, schedule: 'once', firstDay: plannableDays()[0] };
    expect(validateTransfer(planned, POOR).amount).toBeUndefined();
    expect(validateTransfer({ ...planned, amount: '2000.01' }, POOR).amount).toBeDefined();
    expect(errorSummary(VALUES, validateTransfer(VALUES, UNKNOWN_LIMITS))).toBeUndefined();
    const withoutDay = { ...planned, firstDay: '' };
    expect(errorSummary(withoutDay, validateTransfer(withoutDay, POOR))).toBe(
      'Please fill in all required fields',
    );
  });
});

describe('the form for changing a plan', () => {
  const PLAN: Plan = {
    ...{
      id: 'p1',
      status: 'active',
      reason: null,
      schedule: 'weekly',
      amount: '$100.00',
      amountCents: 10_000,
    },
    ...{
      firstDay: '2026-11-02',
      dueDay: '2099-11-30',
      skippedDay: null,
      category: 'bills',
      recipientMoniker: null,
    },
    ...{ recipientName: 'Corner Greens', recipientAccount: '310447825', recipientRouting: '021000021' },
    ...{ purpose: 'Rent', nextDays: ['2099-11-30', '2099-12-07', '2099-12-14'] },
  };

  it("starts with the plan's values and its next day, and names the plan in the request [TRF-170]", () => {
    const values = changedPlan(PLAN);
    const when = { amount: '100.00', schedule: 'weekly', firstDay: '2099-11-30', replacesPlanId: 'p1' };
    expect(values).toEqual({ ...VALUES, category: 'bills', ...when });
    expect(toRequestBody(values)).toMatchObject({ ...when, amount: 100 });
    expect(toRequestBody({ ...values, schedule: '' })).not.toHaveProperty('replacesPlanId');
    expect(errorSummary(VALUES, validateTransfer(VALUES, UNKNOWN_LIMITS))).toBeUndefined();
  });

  it.each<[string, Partial<Plan>, string]>([
    ["the plan's next day is in the past", { nextDays: ['2020-01-01', '2099-12-07'] }, '2099-12-07'],
    ['no day is left', { nextDays: [] }, ''],
    ['a delayed transfer is retried on another day', { reason: 'funds' }, '2099-12-07'],
    ['a one-time transfer is retried', { reason: 'funds', schedule: 'once' }, '2099-11-30'],
    ['the plan is paused', { reason: 'customer', status: 'paused' }, '2099-11-30'],
  ])('starts with the right day if %s [TRF-170]', (_, fields, firstDay) => {
    expect(changedPlan({ ...PLAN, ...fields }).firstDay).toBe(firstDay);
  });

  it('lists old and new values only for what changed [TRF-180]', () => {
    const values = changedPlan(PLAN);
    expect(planChanges(PLAN, values)).toEqual([]);
    const when = { schedule: 'monthly', firstDay: '2099-12-01' };
    expect(planChanges(PLAN, { ...values, ...when, amount: '120', purpose: 'Rent and heating ' })).toEqual([
      ['Amount', '$100.00', '$120.00'],
      ['When', 'Every week', 'Every month'],
      ['Next', 'Nov 30, 2099', 'Dec 1, 2099'],
      ['Purpose', 'Rent', 'Rent and heating'],
    ]);
    const to = { recipientMoniker: 'bo', recipientName: 'Bo L.', recipientAccount: '', recipientRouting: '' };
    expect(planChanges(PLAN, { ...values, ...to })).toEqual([['Recipient', 'Corner Greens', 'Bo L.']]);
  });

  it.each([
    [
      'keeps the 31st even if the next month is shorter',
      '2099-11-30',
      '31st (or the last day of shorter months)',
    ],
    ['says the 28th if the customer picks the last day of February', '2100-02-28', '28th'],
    [
      'says the 30th if the customer picks December 30',
      '2099-12-30',
      '30th (or the last day of shorter months)',
    ],
  ])('with a monthly schedule, %s [TRF-185]', (_, firstDay, date) => {
    const plan: Plan = { ...PLAN, schedule: 'monthly', firstDay: '2026-12-31' };
    const text = scheduleText({ schedule: 'monthly', firstDay }, plan);
    expect(text).toMatch(`every month on the ${date}, starting`);
    expect(scheduleText({ schedule: 'weekly', firstDay }, plan)).toMatch(/^every \w+day/);
  });
});
