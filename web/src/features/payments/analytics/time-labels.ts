import { bankDayOf } from '@/lib/bank-day';
import type { BalancePoint } from './analytics';

const DAY_MS = 86_400_000;

/** Labels times with their age in bank days. */
export class TimeLabels {
  private readonly clock: Intl.DateTimeFormat;

  constructor(
    private readonly timeZone: string,
    private readonly now: number,
  ) {
    this.clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  }

  /**
   * Labels the points of a balance history: the last one is “Today”, and points on the same day show their times. If
   * the account has no entries (`isEmpty`), its two points are “Last Week” and “Today” (ANA-4).
   */
  of(points: readonly BalancePoint[], isEmpty: boolean): string[] {
    if (isEmpty) return ['Last Week', 'Today'];
    const ages = points.map(({ time }) => this.age(time));
    return points.map(({ time }, index) => {
      if (index === points.length - 1) return 'Today';
      const age = ages[index] ?? 0;
      const isOnlyOne = ages.filter((other) => other === age).length === 1;
      return isOnlyOne ? daysAgo(age) : `${daysAgo(age)}, ${this.clock.format(time)}`;
    });
  }

  /** Labels evenly spaced ticks of a time axis: each day once, and times only if the axis covers few days. */
  ofTicks(since: number, until: number, count: number): (string | string[])[] {
    const times = Array.from({ length: count + 1 }, (_, index) => since + ((until - since) * index) / count);
    return times.map((time, index) => {
      const age = this.age(time);
      const day = index > 0 && this.age(times[index - 1] ?? 0) === age ? '' : daysAgo(age);
      return this.age(since) > 2 ? day : [day, this.clock.format(time)];
    });
  }

  private age(time: number): number {
    const dayOf = (moment: number) => Date.parse(bankDayOf(moment, this.timeZone)) / DAY_MS;
    return Math.max(0, dayOf(this.now) - dayOf(time));
  }
}

function daysAgo(days: number): string {
  if (days === 0) return 'Today';
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
