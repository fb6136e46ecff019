import { MAX_CLOCK_SKEW_MS } from '../../platform/time/clock-skew.js';
import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { ExpectedHead } from './check-head.js';
import type { Finding } from './finding-list.js';

/** A time by which the events up to a position existed. */
interface Limit {
  readonly position: number;
  readonly time: Date;
  readonly whose: string;
}

/**
 * Checks that no event is from the future: later than this machine's clock, or than a checkpoint that covers it
 * (AUD-26). A difference of a few seconds is tolerated. Takes events in order, and reports the first violation of each
 * limit.
 */
export class TimeLimits {
  /** In order of position. */
  private readonly limits: readonly Limit[];
  /** The first limit that covers the current event. Later limits cover it as well. */
  private index = 0;

  constructor(now: Date, heads: readonly ExpectedHead[]) {
    const taken = heads.flatMap(({ position, takenAt }): Limit[] =>
      takenAt === undefined
        ? []
        : [{ position, time: takenAt, whose: `the checkpoint at position ${position}` }],
    );
    const own = { position: Infinity, time: now, whose: 'the clock of this machine' };
    const ordered = [...taken, own].sort((one, other) => one.position - other.position);
    const limits: Limit[] = [];
    for (const limit of ordered.reverse()) {
      // A checkpoint at a higher position but with an earlier time is the stricter limit.
      const next = limits.at(-1);
      if (next === undefined || limit.time <= next.time) limits.push(limit);
    }
    this.limits = limits.reverse();
  }

  /** Returns what is wrong with the next event's time, or null. */
  check({ position, recordedAt }: Pick<ChainCheckedEvent, 'position' | 'recordedAt'>): Finding | null {
    while ((this.limits[this.index]?.position ?? Infinity) < position) this.index += 1;
    const limit = this.limits[this.index];
    if (limit === undefined) return null;
    const isLate = recordedAt.getTime() > limit.time.getTime() + MAX_CLOCK_SKEW_MS;
    if (!isLate) return null;
    // Later events are checked only against the next limit.
    this.index += 1;
    const times = [recordedAt, limit.time].map((time) => time.toISOString());
    const message = `it was recorded at ${times[0]}, later than ${limit.whose} (${times[1]})`;
    return { check: 'time', position, message };
  }

  /** Yields pages of events unchanged, and reports what is wrong with their times. */
  async *checked(
    pages: AsyncIterable<ChainCheckedEvent[]>,
    report: (finding: Finding) => void,
  ): AsyncGenerator<ChainCheckedEvent[]> {
    for await (const page of pages) {
      for (const event of page) {
        const finding = this.check(event);
        if (finding !== null) report(finding);
      }
      yield page;
    }
  }
}
