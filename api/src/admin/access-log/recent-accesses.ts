import type { Clock } from '../../platform/time/clock.js';

/** How long one entry covers repeats of the same read by the same admin. */
export const REPEAT_MS = 10 * 60 * 1000;
/** Maximum number of remembered reads. Beyond it, the oldest are forgotten and would be recorded again. */
const MAX_REMEMBERED = 10_000;

interface Recorded {
  readonly at: number;
  readonly recording: Promise<void>;
}

/** Records a read once per ten minutes, so a panel that refreshes a list does not fill the log (LOG-3). */
export class RecentAccesses {
  /** Oldest first. */
  private readonly recorded = new Map<string, Recorded>();

  constructor(private readonly now: Clock) {}

  /** Calls `record` unless the same read was recorded a short time ago. Resolves once its entry is durable. */
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
