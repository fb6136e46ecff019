import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AccessHeads } from '../checkpoints/access-heads.service.js';
import { CheckpointsService } from '../checkpoints/checkpoints.service.js';
import { readTrustedWriters, withLedgerAudit } from '../../ledger/audit/ledger-audit.js';
import type { Config } from '../../platform/config/config.js';
import { errorCodeOf, startPolling, type Polling } from '../../platform/process/polling.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { HEARTBEAT_MS, VerificationsService } from './verifications.service.js';

const POLL_MS = 1_000;
/** Minimum time between two progress updates. */
const PROGRESS_MS = 500;

/** Verifies the whole ledger in the worker, on a schedule and on request (HIST-6). */
@Injectable()
export class VerificationRunner implements BeforeApplicationShutdown {
  private readonly logger = new Logger('VerificationRunner');
  private polling: Polling | null = null;
  private isStopping = false;

  constructor(
    private readonly verifications: VerificationsService,
    private readonly checkpoints: CheckpointsService,
    private readonly accessHeads: AccessHeads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  start(): void {
    const logFailure = (error: unknown): void =>
      this.logger.warn({ problem: 'verifications cannot be started', reason: errorCodeOf(error) });
    this.polling = startPolling(POLL_MS, () => this.poll(), logFailure);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.polling?.stop();
  }

  private async poll(): Promise<void> {
    await this.verifications.requestIfDue(this.config.ledgerVerifyHours);
    const id = await this.verifications.claim();
    if (id !== null) await this.verify(id);
  }

  private async verify(id: string): Promise<void> {
    const reporter = new ProgressReporter((position) => this.verifications.recordProgress(id, position));
    try {
      const { databaseUrl, kurrent, writerKeysDir } = this.config;
      const [writers, expectedHeads, accessHead] = await Promise.all([
        readTrustedWriters(writerKeysDir),
        this.checkpoints.kept(),
        this.accessHeads.newest(),
      ]);
      const onProgress = (position: number): void => {
        if (this.isStopping) throw new StoppingError();
        reporter.report(position);
      };
      const accessHeads = accessHead === null ? [] : [accessHead];
      const result = await withLedgerAudit(
        databaseUrl,
        (audit) => audit.verify({ onProgress, writers, expectedHeads, accessHeads }),
        { kurrent },
      );
      await reporter.stop();
      await this.verifications.finish(id, result);
      if (!result.ok) this.logger.error({ problem: 'the ledger is not sound', verification: id });
    } catch (error) {
      await reporter.stop();
      const failure =
        error instanceof StoppingError ? error.message : `The verification failed (${errorCodeOf(error)})`;
      await this.verifications.fail(id, failure);
    }
  }
}

class StoppingError extends Error {
  constructor() {
    super('The worker was stopped before the verification finished');
  }
}

/**
 * Stores a verification's progress. Each write is also the worker's heartbeat, so the progress is stored at least every
 * `HEARTBEAT_MS`, even if it hasn't changed.
 */
class ProgressReporter {
  private position = 0;
  private writtenAt = 0;
  private writing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly write: (position: number) => Promise<void>) {
    this.timer = setInterval(() => this.save(), HEARTBEAT_MS);
  }

  report(position: number): void {
    this.position = position;
    if (performance.now() - this.writtenAt >= PROGRESS_MS) this.save();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private save(): void {
    this.writtenAt = performance.now();
    const { position } = this;
    // A failed write must not end the verification. If writes keep failing, so does storing the result, and that
    // failure is reported.
    this.writing = this.writing.then(() => this.write(position)).catch(() => undefined);
  }
}
