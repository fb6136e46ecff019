import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.token.js';
import { CLOCK, type Clock } from './clock.js';
import { addDays, bankDayOf, endOfBankDay, parseBankTime, startOfBankDay } from './bank-day.js';

const HOUR_MS = 60 * 60 * 1000;

/** A range of days ends before it starts. */
export class ReversedRangeError extends Error {
  override name = 'ReversedRangeError';
}

/** The bank's calendar in its time zone. Days are written `YYYY-MM-DD`. */
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

  /** Returns the first moment of a bank day, even if clocks change at midnight. */
  startOf(day: string): Date {
    return startOfBankDay(day, this.timeZone);
  }

  /** Parses a date or a time. A date, or a time without a zone, is in bank time (CON-5). */
  parse(text: string): Date {
    return parseBankTime(text, this.timeZone);
  }

  /** Returns the last millisecond of a bank day. */
  endOf(day: string): Date {
    return endOfBankDay(day, this.timeZone);
  }

  /**
   * Returns the first and last moment of a range of days. Either end may be omitted.
   *
   * @throws ReversedRangeError `from` is after `to`
   */
  range(from: string | undefined, to: string | undefined): { from: Date | null; to: Date | null } {
    if (from !== undefined && to !== undefined && from > to) {
      throw new ReversedRangeError();
    }
    return {
      from: from === undefined ? null : this.startOf(from),
      to: to === undefined ? null : this.endOf(to),
    };
  }

  /** Returns the last `count` days in order, ending with today. */
  lastDays(count: number): string[] {
    const today = this.today();
    return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
  }
}

/** Returns the number of days in a range, both ends included. */
export function dayCount(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR_MS)) + 1;
}
