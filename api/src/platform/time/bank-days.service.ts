import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { AppError } from '../http/app-error.js';
import { CLOCK, CONFIG, type Clock } from '../tokens.js';
import { addDays, bankDayOf, endOfBankDay, startOfBankDay } from './bank-day.js';

const HOUR_MS = 60 * 60 * 1000;

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
    return startOfBankDay(day, this.timeZone);
  }

  /** The last moment of a day; the log's clock counts milliseconds. */
  endOf(day: string): Date {
    return endOfBankDay(day, this.timeZone);
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
  lastDays(count: number): string[] {
    const today = this.today();
    return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
  }
}

/** How many days a range has, its first and last one included. */
export function dayCount(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * HOUR_MS)) + 1;
}
