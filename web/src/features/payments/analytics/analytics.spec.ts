import { describe, expect, it } from '@jest/globals';
import {
  balanceHistory,
  balanceChange,
  formatPercent,
  pendingOf,
  settledOf,
  spendingByCategory,
  spendingOf,
  type Movement,
} from './analytics';
import { TimeLabels } from './time-labels';

const TIME_ZONE = 'America/New_York';
const NOW = Date.parse('2026-11-20T14:00:00Z');
const OPENED = '2026-10-01T12:00:00.000Z';
const DAY_MS = 86_400_000;

/** An entry at 11 PM UTC, which is 6 PM at the bank. */
const entry = (amountCents: number, days: number) => ({
  transactionId: null,
  amount: '',
  amountCents,
  at: new Date(Date.UTC(2026, 10, 20 - days, 23)).toISOString(),
});

function movement(
  type: Movement['type'],
  amountCents: number,
  category: string | null = null,
  status: Movement['status'] = 'completed',
): Movement {
  return { type, amountCents, category, status };
}

type Entry = ReturnType<typeof entry>;

const pointsOf = (totalCents: number, entries: Entry[], openedAt = OPENED) =>
  balanceHistory({ totalCents, openedAt, entries }, NOW);

const balancesOf = (totalCents: number, entries: Entry[]) =>
  pointsOf(totalCents, entries).map((point) => point.balanceCents);

/** The history's points with the labels that the chart shows. */
function shownOf(totalCents: number, entries: Entry[], openedAt = OPENED) {
  const points = pointsOf(totalCents, entries, openedAt);
  const names = new TimeLabels(TIME_ZONE, NOW).of(points, entries.length === 0);
  return points.map(({ balanceCents }, index) => [names[index], balanceCents]);
}

describe('balance history', () => {
  it('returns two equal points if there are no transactions [ANA-4]', () => {
    expect(shownOf(500, [])).toEqual([
      ['Last Week', 500],
      ['Today', 500],
    ]);
    expect(pointsOf(500, [])[0]?.time).toBe(NOW - 7 * DAY_MS);
  });

  it('walks back from today, subtracting credits and adding debits [ANA-4]', () => {
    const newestFirst = [entry(-300, 1), entry(200, 3), entry(100, 9)];
    expect(shownOf(1000, newestFirst, '2026-11-11T12:00:00Z')).toEqual([
      ['9 days ago, 7:00 AM', 1000],
      ['9 days ago, 6:00 PM', 1100],
      ['3 days ago', 1300],
      ['1 day ago', 1000],
      ['Today', 1000],
    ]);
  });

  it('shows the times of points on the same bank day [ANA-4]', () => {
    // At 3:30 AM UTC, it is still the evening of the day before at the bank.
    const newestFirst = [
      { ...entry(-100, 0), at: '2026-11-20T13:05:00.000Z' },
      { ...entry(-100, 0), at: '2026-11-20T03:30:00.000Z' },
    ];
    expect(shownOf(1000, newestFirst, '2026-11-10T12:00:00Z').slice(1)).toEqual([
      ['1 day ago, 10:30 PM', 1100],
      ['Today, 8:05 AM', 1000],
      ['Today', 1000],
    ]);
  });

  it('begins shortly before the oldest entry, but not before the account was opened [ANA-4]', () => {
    const times = (openedAt: string) => pointsOf(0, [entry(1, 7)], openedAt).map(({ time }) => time);
    const at = Date.parse(entry(1, 7).at);
    expect(times(OPENED)).toEqual([at - (NOW - at) / 7, at, NOW]);
    expect(times('2026-11-13T22:00:00Z')).toEqual([at - DAY_MS / 24, at, NOW]);
    expect(times('2026-11-19T22:00:00Z')).toEqual([at, at, NOW]);
  });

  it('uses at most the seven latest transactions [ANA-4]', () => {
    const eight = Array.from({ length: 8 }, (_, index) => entry(-1, index + 1));
    expect(balancesOf(0, eight)).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0]);
  });

  it('floors each point at 0, but not the running balance [ANA-4]', () => {
    expect(balancesOf(100, [entry(300, 1), entry(-250, 2)])).toEqual([50, 0, 100, 100]);
  });
});

describe('time axis labels', () => {
  it.each([
    [
      'show only days if the axis covers many days',
      9 * DAY_MS,
      ['9 days ago', '6 days ago', '3 days ago', 'Today'],
    ],
    [
      'show each day once if the axis covers three days',
      3 * DAY_MS,
      ['3 days ago', '2 days ago', '1 day ago', 'Today'],
    ],
    [
      'show only days if the axis covers almost three days',
      2.9 * DAY_MS,
      ['3 days ago', '2 days ago', '1 day ago', 'Today'],
    ],
    [
      'also show times if the axis covers few days',
      2 * DAY_MS,
      [
        ['2 days ago', '9:00 AM'],
        ['1 day ago', '1:00 AM'],
        ['', '5:00 PM'],
        ['Today', '9:00 AM'],
      ],
    ],
    [
      'name today once if the axis covers a few hours',
      3 * 3_600_000,
      [
        ['Today', '6:00 AM'],
        ['', '7:00 AM'],
        ['', '8:00 AM'],
        ['', '9:00 AM'],
      ],
    ],
  ])('%s [ANA-4]', (_, age, expected) => {
    expect(new TimeLabels(TIME_ZONE, NOW).ofTicks(NOW - age, NOW, 3)).toEqual(expected);
  });
});

describe('balance change', () => {
  it("compares today's balance with the one before the newest entry [ANA-3, CON-1]", () => {
    expect(balanceChange(pointsOf(750, [entry(-250, 1)]))).toEqual({ cents: -250, percent: -25 });
    expect(formatPercent(-25)).toBe('25.0%');
  });

  it('is null if nothing changed, and has no percentage if the earlier balance was zero [ANA-3]', () => {
    expect(balanceChange(pointsOf(750, []))).toBeNull();
    expect(balanceChange(pointsOf(750, [entry(750, 1)]))).toEqual({ cents: 750, percent: null });
  });
});

describe('pending transactions', () => {
  it('have their own sums, which exclude failed and canceled ones [ANA-7]', () => {
    const completed = movement('debit', 100);
    const movements = [
      completed,
      movement('debit', 20, null, 'pending'),
      movement('debit', 3, null, 'processing'),
      movement('credit', 400, null, 'in_review'),
      movement('incoming_payment', 5, null, 'initiated'),
      movement('debit', 64_000, null, 'failed'),
      movement('debit', 7, null, 'cancelled'),
    ];
    expect(settledOf(movements)).toEqual([completed]);
    expect(pendingOf(movements)).toEqual({ outgoingCents: 23, incomingCents: 405, total: 4 });
  });
});

describe('total spending', () => {
  it('sums debits only [ANA-3]', () => {
    const movements = [movement('debit', -200), movement('debit', 101), movement('incoming_payment', 400)];
    expect(spendingOf(movements)).toBe(301);
    expect(spendingOf([])).toBe(0);
  });
});

describe('spending by category', () => {
  it('groups debits, largest first, and counts unknown categories as “other” [ANA-5]', () => {
    const movements = [
      movement('debit', 100, 'food'),
      movement('debit', 200, 'lottery'),
      movement('debit', 100),
      movement('credit', 900, 'food'),
    ];
    expect(spendingByCategory(movements)).toEqual([
      { category: 'other', cents: 300, percent: 75 },
      { category: 'food', cents: 100, percent: 25 },
    ]);
  });

  it('is empty without debits', () => {
    expect(spendingByCategory([movement('credit', 100)])).toEqual([]);
  });
});
