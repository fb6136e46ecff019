import type { Sql } from '../../platform/database/sql.js';
import { MAX_CLOCK_SKEW_MS, measureClockSkew } from '../../platform/time/clock-skew.js';
import { systemClock, type Clock } from '../../platform/time/clock.js';
import { ClockSkewError } from './submission.js';

/** How long a comparison stays valid. */
const CHECK_EVERY_MS = 1_000;
/**
 * If the clock and the process's running time have drifted apart by more than this since the last check, the clock
 * was set.
 */
const MAX_DRIFT_MS = 1_000;

/**
 * Keeps a process with a wrong clock from writing: recorded time never goes backward, so one event from the future
 * would give its time to all later ones (LED-23). The database's time is queried along with a batch's statements if
 * the last query was over a second ago, the connection is new, or the clock has been changed.
 */
export class ClockGuard {
  private last: { readonly sql: Sql; readonly uptime: number; readonly offset: number } | null = null;
  /** The clock's offset at the last check that found it correct. */
  private rightOffset: number | null = null;

  constructor(
    private readonly now: Clock,
    private readonly uptime: () => number = () => performance.now(),
  ) {}

  /**
   * Returns a guard for the machine's clock. Returns null for an injected clock (the seed's or a test's), because such
   * a clock does not have to be right.
   */
  static of(now: Clock): ClockGuard | null {
    return now === systemClock ? new ClockGuard(now) : null;
  }

  /**
   * Compares the clock with the database's if a check is due.
   *
   * @throws ClockSkewError the clocks differ by more than a few seconds
   */
  async check(sql: Sql): Promise<void> {
    if (!this.isDue(sql)) return;
    const [uptime, offset] = [this.uptime(), this.offset()];
    this.last = null;
    const skewMs = await measureClockSkew(sql, this.now);
    if (Math.abs(skewMs) > MAX_CLOCK_SKEW_MS) throw new ClockSkewError(skewMs);
    this.last = { sql, uptime, offset };
    this.rightOffset = offset;
  }

  /**
   * Returns the time for events: the clock's time at the last check that found it correct, plus the time that has
   * passed since. If the clock was changed after that check, the change has no effect yet.
   */
  time(): Date {
    return this.rightOffset === null ? this.now() : new Date(this.rightOffset + this.uptime());
  }

  private isDue(sql: Sql): boolean {
    const { last } = this;
    return (
      last === null ||
      last.sql !== sql ||
      this.uptime() - last.uptime > CHECK_EVERY_MS ||
      Math.abs(this.offset() - last.offset) > MAX_DRIFT_MS
    );
  }

  /** A value that changes only if the clock is set. */
  private offset(): number {
    return this.now().getTime() - this.uptime();
  }
}
