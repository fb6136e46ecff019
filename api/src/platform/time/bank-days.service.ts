import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { AppError } from '../http/app-error.js';
import { CLOCK, CONFIG, type Clock } from '../tokens.js';
import { bankDayOf } from './bank-day.js';

const HOUR_MS = 60 * 60 * 1000;
/** No clock on earth is further from UTC than this. */
const FURTHEST_OFFSET_MS = 15 * HOUR_MS;

/** The bank's calendar: where its days begin and end, in its own time zone. A day is written `YYYY-MM-DD`. */
@Injectable()
export class BankDays {
  readonly timeZone: string;

  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Pick<Config, 'bankTimeZone'>,
  ) {
    this.timeZone = config.bankTimeZone;
  }

  dayOf(moment: Date): string {
    return bankDayOf(moment, this.timeZone);
  }

  today(): string {
    return this.dayOf(this.now());
  }

  /** The first moment of a day, also of one whose clocks are changed at midnight. */
  startOf(day: string): Date {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    let before = midnight - FURTHEST_OFFSET_MS;
    let after = midnight + FURTHEST_OFFSET_MS;
    // At `before` the day has not begun, at `after` it has.
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.dayOf(new Date(middle)) < day) before = middle;
      else after = middle;
    }
    return new Date(after);
  }

  /** The last moment of a day; the log's clock counts milliseconds. */
  endOf(day: string): Date {
    return new Date(this.startOf(addDays(day, 1)).getTime() - 1);
  }

  /**
   * The first and the last moment of the days from one to another; either may be left out. Throws
   * VALIDATION_FAILED where the range ends before it begins.
   */
  range(from: string | undefined, to: string | undefined): { from: Date | null; to: Date | null } {
    if (from !== undefined && to !== undefined && from > to) {
      throw new AppError('VALIDATION_FAILED', 'from must not be after to', { fields: ['from', 'to'] });
    }
    return {
      from: from === undefined ? null : this.startOf(from),
      to: to === undefined ? null : this.endOf(to),
    };
  }

  /** So many days in order, of which the last is today. */
  upToToday(count: number): string[] {
    const today = this.today();
    return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
  }
}

/** The day so many days later, or, negative, earlier. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days a range has, its first and last one included. */
export function daysIn(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR_MS)) + 1;
}
