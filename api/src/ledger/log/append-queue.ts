interface Job {
  readonly run: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs jobs one after the other. A failed job fails those that wait behind it with the same error, because each was
 * decided on the result of the one before. Jobs added later run again.
 */
export class AppendQueue {
  private readonly jobs: Job[] = [];
  private running: Promise<void> | null = null;

  add(run: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.jobs.push({ run, resolve, reject });
      this.running ??= this.runAll();
    });
  }

  /** Resolves once no job is left. */
  async drained(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  private async runAll(): Promise<void> {
    for (let job = this.jobs.shift(); job !== undefined; job = this.jobs.shift()) {
      try {
        await job.run();
        job.resolve();
      } catch (error) {
        for (const failed of [job, ...this.jobs.splice(0)]) failed.reject(error);
      }
    }
    this.running = null;
  }
}
