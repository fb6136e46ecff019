import type { Head } from './event-log.port.js';
import type { RemoteEvent } from './remote-log.port.js';

interface Append {
  readonly expected: Pick<Head, 'hash'>;
  readonly events: readonly Pick<RemoteEvent, 'hash'>[];
  readonly run: () => Promise<void>;
}

interface Job extends Append {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs appends one after the other. A failed append fails those that wait and were decided on its result with the same
 * error. Others still run: one that is sent again to settle it may be in the log whatever happened before it.
 */
export class AppendQueue {
  private jobs: Job[] = [];
  private running: Promise<void> | null = null;

  add(append: Append): Promise<void> {
    return new Promise((resolve, reject) => {
      this.jobs.push({ ...append, resolve, reject });
      this.running ??= this.runAll();
    });
  }

  /** Resolves once no append is left. */
  async drained(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private async runAll(): Promise<void> {
    for (let job = this.jobs.shift(); job !== undefined; job = this.jobs.shift()) {
      try {
        await job.run();
        job.resolve();
      } catch (error) {
        job.reject(error);
        this.failFollowers(job, error);
      }
    }
    this.running = null;
  }

  private failFollowers(failed: Job, error: unknown): void {
    const failedHeads = [headAfter(failed)];
    this.jobs = this.jobs.filter((job) => {
      if (!failedHeads.some((head) => head.equals(job.expected.hash))) return true;
      failedHeads.push(headAfter(job));
      job.reject(error);
      return false;
    });
  }
}

/** Returns the hash that the log has at its end after the append. */
function headAfter({ expected, events }: Append): Buffer {
  return events.at(-1)?.hash ?? expected.hash;
}
