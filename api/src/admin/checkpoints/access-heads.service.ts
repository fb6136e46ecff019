import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  ACCESS_HEAD_FILES,
  AccessLogContradictionError,
  nullIfInvalid,
  type SignedAccessHead,
} from '../../ledger/proof/checkpoints.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { WAIT_AT_COMMIT } from '../../platform/database/confirmed.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { CheckpointArchive } from './checkpoint-archive.js';
import { CheckpointGuard } from './checkpoint-guard.js';
import { CHECKPOINT_STORES, type CheckpointStore } from './checkpoint-store.js';
import { CheckpointsService } from './checkpoints.service.js';
import { latest, newestFiles } from './signed-files.js';

/**
 * Signs the access log's head and stores it with the checkpoints, as often as checkpoints are taken. Someone who
 * rewrites the access log in the database can't change what was signed (LOG-7).
 */
@Injectable()
export class AccessHeads {
  private readonly logger = new Logger('AccessHeads');
  private last: SignedAccessHead | null = null;
  /**
   * The last head that this process has signed since it read the stores. The process needs this head to repair the
   * head's files, because no table contains it.
   */
  private own: { readonly position: number; readonly note: string } | null = null;
  /**
   * The value of the guard's `resumedAt` when `last` was read, or null before the first read. If signing has been
   * resumed since then, `last` is read again, because resuming can set signed heads aside, and those no longer count.
   */
  private readAfter: Date | null = null;
  private isCompared = false;
  private isContradicted = false;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CHECKPOINT_STORES) private readonly stores: readonly CheckpointStore[],
    private readonly checkpoints: CheckpointsService,
    private readonly guard: CheckpointGuard,
    private readonly archive: CheckpointArchive,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Repairs the file of the head that this process signed last. Then signs the access log's current head if the log
   * has grown, unless the log contradicts the last signed head. Signs at most once per interval, but the first call
   * doesn't wait for the interval to pass.
   */
  async signIfDue(): Promise<void> {
    const past = await this.newest();
    if (this.own !== null) await this.archive.repairAccessHead(this.own.position, this.own.note);
    const now = this.now();
    const isDue = past === null || now.getTime() - past.takenAt.getTime() >= this.config.checkpointEveryMs;
    if (!isDue && this.isCompared) return;
    this.isCompared = true;
    const taken = await this.dataSource
      .transaction('REPEATABLE READ', async (manager) => {
        const head = await this.checkpoints.signer.takeAccessHead(sqlOfManager(manager), now, past);
        // A deposed leader can show entries that its successor doesn't have (OPS-65). They must not be signed, so the
        // commit waits for synchronous standbys.
        if (head !== null) await manager.query(WAIT_AT_COMMIT);
        return head;
      })
      .catch((error: unknown) => this.reportContradiction(error));
    if (taken === null) return;
    await this.archive.storeAccessHead(taken.head.position, taken.note);
    this.last = taken.head;
    this.own = { position: taken.head.position, note: taken.note };
  }

  /**
   * Returns the newest signed head from any store, or null. Reads the stores once, and again each time signing is
   * resumed.
   */
  async newest(): Promise<SignedAccessHead | null> {
    const { resumedAt } = this.guard;
    if (this.readAfter?.getTime() === resumedAt.getTime()) return this.last;
    const verifier = await this.guard.verifier();
    const stored = await newestFiles(this.stores, { prefix: ACCESS_HEAD_FILES }, (note) =>
      nullIfInvalid(() => verifier.openAccessHead(note)),
    );
    this.last = latest(stored, ({ position }) => position);
    this.own = null;
    this.readAfter = resumedAt;
    this.isContradicted = false;
    return this.last;
  }

  private reportContradiction(error: unknown): null {
    if (!(error instanceof AccessLogContradictionError)) throw error;
    if (!this.isContradicted) this.logger.error({ problem: error.message });
    this.isContradicted = true;
    return null;
  }
}
