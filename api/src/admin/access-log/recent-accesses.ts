import type { Clock } from '../../platform/time/clock.js';

/** How long an entry stands for the same read by the same admin. */
export const REPEAT_MS = 10 * 60 * 1000;
/** Reads that are remembered. If there are more, the oldest are forgotten, and entered again. */
const MAX_REMEMBERED = 10_000;

interface Recorded {
  readonly at: number;
  readonly recording: Promise<void>;
}

/** Enters a read once within ten minutes: a panel that refreshes a list does not fill the log (LOG-3). */
export class RecentAccesses {
  /** In order of time. */
  private readonly recorded = new Map<string, Recorded>();

  constructor(private readonly now: Clock) {}

  /** Calls `record` unless the same read was entered a short time ago. Resolves once its entry is durable. */
  async once(key: string, record: () => Promise<void>): Promise<void> {
    this.forget();
    const known = this.recorded.get(key);
    if (known !== undefined) return known.recording;
    const recorded = { at: this.now().getTime(), recording: record() };
    this.recorded.set(key, recorded);
    try {
      await recorded.recording;
    } catch (error) {
      if (this.recorded.get(key) === recorded) this.recorded.delete(key);
      throw error;
    }
  }

  private forget(): void {
    const oldest = this.now().getTime() - REPEAT_MS;
    for (const [key, { at }] of this.recorded) {
      if (at > oldest && this.recorded.size < MAX_REMEMBERED) return;
      this.recorded.delete(key);
    }
  }
}
