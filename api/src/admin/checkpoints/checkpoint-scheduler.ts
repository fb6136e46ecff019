import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { storeSubtrees } from '../../ledger/proof/checkpoints.js';
import type { Config } from '../../platform/config/config.js';
import { errorCodeOf, startPolling, type Polling } from '../../platform/process/polling.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Readiness } from '../../platform/process/readiness.js';
import { AccessHeads } from './access-heads.service.js';
import { CheckpointArchive } from './checkpoint-archive.js';
import { CheckpointGuard } from './checkpoint-guard.js';
import { CheckpointsService, type FoundCheckpoint } from './checkpoints.service.js';

const MIN_POLL_MS = 1_000;
const MAX_POLL_MS = 5_000;
/**
 * Number of polls per checkpoint interval. If polls would then be less than `MIN_POLL_MS` or more than `MAX_POLL_MS`
 * apart, they are exactly that far apart. A checkpoint is late by at most the time between two polls.
 */
const POLLS_PER_CHECKPOINT = 5;
/**
 * How many of the newest checkpoints each poll archives: more than one, because another process may have taken some.
 */
const ARCHIVED_PER_POLL = 100;

/**
 * Runs in the worker: stores new Merkle subtrees, takes a checkpoint when one is due, archives checkpoints outside the
 * database (LED-17), and signs the access log's head (LOG-7). Several workers can run it concurrently.
 */
@Injectable()
export class CheckpointScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Checkpoints');
  private polling: Polling | null = null;
  private isStopping = false;
  private areAllComplete = false;
  private hasReportedForgery = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly checkpoints: CheckpointsService,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly archive: CheckpointArchive,
    @Inject(CONFIG) private readonly config: Config,
    private readonly guard: CheckpointGuard,
    private readonly accessHeads: AccessHeads,
    private readonly metrics: Metrics,
    private readonly readiness: Readiness,
  ) {}

  start(): void {
    this.reportHalt();
    const logFailure = (error: unknown): void =>
      this.logger.error({ problem: 'checkpoints cannot be taken or archived', reason: errorCodeOf(error) });
    const wantedMs = this.config.checkpointEveryMs / POLLS_PER_CHECKPOINT;
    const everyMs = Math.min(Math.max(MIN_POLL_MS, wantedMs), MAX_POLL_MS);
    this.polling = startPolling(everyMs, () => this.poll(), logFailure);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }

  private async poll(): Promise<void> {
    await storeSubtrees(this.dataSource, () => this.isStopping);
    await this.guard.refresh();
    await this.guard.settleResumption();
    if (this.guard.halt === null) await this.guard.check();
    if (this.guard.halt === null && (await this.isDue())) await this.checkpoints.take('schedule');
    await this.archive.storeKey(this.checkpoints.signer);
    for (const { position, note } of this.signedOf(await this.checkpoints.newest(ARCHIVED_PER_POLL))) {
      await this.archive.storeCheckpoint(position, note);
    }
    await this.accessHeads.signIfDue();
    if (!this.areAllComplete) await this.repairAll();
  }

  /** Repairs all checkpoints' files once after startup, because a crash may have torn files of any age. */
  private async repairAll(): Promise<void> {
    let before: number | null = null;
    while (!this.isStopping) {
      const page = await this.checkpoints.newest(ARCHIVED_PER_POLL, before);
      for (const { position, note } of this.signedOf(page))
        await this.archive.repairCheckpoint(position, note);
      before = page.at(-1)?.position ?? null;
      this.areAllComplete = before === null;
      if (this.areAllComplete) return;
    }
  }

  /** Leaves out rows that the bank didn't sign, so they neither become files nor delay a checkpoint (SEC-70). */
  private signedOf(found: readonly FoundCheckpoint[]): FoundCheckpoint[] {
    const forged = found.find(({ isSigned }) => !isSigned);
    if (forged !== undefined && !this.hasReportedForgery) {
      this.hasReportedForgery = true;
      this.logger.error({ problem: 'a checkpoint row is not signed by the bank', position: forged.position });
    }
    return found.filter(({ isSigned }) => isSigned);
  }

  /** Makes a contradiction between the log and an earlier checkpoint visible to operators (LED-22). */
  private reportHalt(): void {
    const { guard } = this;
    this.metrics.gauge(
      'moniker_ledger_checkpoints_stopped',
      '1 while signing is stopped because the log contradicts an earlier checkpoint',
      () => (guard.halt === null ? 0 : 1),
    );
    this.readiness.require('the checkpoints', () => {
      const { halt } = guard;
      const problem =
        halt && `the log contradicts the checkpoint at position ${halt.position}: ${halt.problem}`;
      return Promise.resolve(problem);
    });
  }

  /** Whether the log has grown since the last checkpoint and the interval has passed. */
  private async isDue(): Promise<boolean> {
    const [head] = await this.dataSource.query<{ position: number }[]>('select position from ledger_head');
    const [last] = this.signedOf(await this.checkpoints.newest(ARCHIVED_PER_POLL));
    const hasGrown = (head?.position ?? 0) > (last?.position ?? 0);
    const sinceLastMs = this.now().getTime() - (last?.takenAt.getTime() ?? 0);
    return hasGrown && sinceLastMs >= this.config.checkpointEveryMs;
  }
}
