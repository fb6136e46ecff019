import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  ACCESS_HEAD_FILES,
  CheckpointSigner,
  CheckpointVerifier,
  continuesAccessHead,
  findObviousContradiction,
  nullIfInvalid,
  type Baseline,
  type Contradiction,
  type Halt,
  type SignedPast,
} from '../../ledger/proof/checkpoints.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { CheckpointHalts, type SignedResumption } from './checkpoint-halts.js';
import { CheckpointHistory } from './checkpoint-history.js';
import { CHECKPOINT_STORES, type CheckpointStore } from './checkpoint-store.js';
import { HaltRows, type HaltRow } from './halt-rows.js';
import { latest, setAsideFiles } from './signed-files.js';

const NEVER = new Date(0);

/**
 * Stops signing checkpoints as soon as the log contradicts an earlier one, until an operator resumes signing
 * (LED-22). The stop is also stored outside the database, so someone who rewrites the log can't undo it.
 */
@Injectable()
export class CheckpointGuard {
  private readonly logger = new Logger('Checkpoints');
  private readonly rows: HaltRows;
  private parts: Promise<{
    readonly verifier: CheckpointVerifier;
    readonly halts: CheckpointHalts;
    readonly history: CheckpointHistory;
  }> | null = null;
  private isRead = false;
  private lastHalt: Halt | null = null;
  private resumption: SignedResumption | null = null;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CHECKPOINT_STORES) private readonly stores: readonly CheckpointStore[],
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    this.rows = new HaltRows(dataSource);
  }

  /** Why signing is stopped, as of the last `refresh`; null if it isn't. */
  get halt(): Halt | null {
    const { lastHalt, resumption } = this;
    const isOver = lastHalt !== null && resumption !== null && resumption.resumedAt > lastHalt.stoppedAt;
    return isOver ? null : lastHalt;
  }

  /** When signing was last resumed. Earlier checkpoints may belong to an abandoned log. */
  get resumedAt(): Date {
    return this.resumption?.resumedAt ?? NEVER;
  }

  /** Finds out whether signing is stopped. Returns the reason, or null. */
  async refresh(): Promise<Halt | null> {
    const { halts } = await this.open();
    const row = await this.rows.newest();
    // The bucket (the second store) is read only once, because anything newer is also in the database or the folder
    // (the first store).
    const stores = this.isRead ? this.stores.slice(0, 1) : this.stores;
    const noted = row?.note === null || row === null ? null : halts.open(row.note);
    const stored = await Promise.all([halts.newest(stores), halts.newestResumption(stores)]);
    this.isRead = true;
    this.lastHalt = latest([this.lastHalt, stored[0], row], ({ stoppedAt }) => stoppedAt);
    this.resumption = latest([this.resumption, stored[1], noted], ({ resumedAt }) => resumedAt);
    return this.halt;
  }

  /**
   * What the next checkpoint must continue: the head that an operator accepted, and the newest checkpoint taken after
   * that.
   */
  async past(): Promise<SignedPast> {
    const { history } = await this.open();
    const newest = await history.newestSince(this.resumedAt);
    return this.pastOf([this.resumption, newest].filter((baseline) => baseline !== null));
  }

  /** Returns a verifier that accepts the bank's current and earlier keys. */
  async verifier(): Promise<CheckpointVerifier> {
    return (await this.open()).verifier;
  }

  /** Looks for an obvious contradiction between the log and earlier checkpoints, and stops signing if there is one. */
  async check(): Promise<void> {
    // Reads the earlier checkpoints first. If they were read after the snapshot, one of them could cover events that
    // the snapshot lacks.
    const contradiction = await this.contradictionOf(await this.past());
    if (contradiction !== null) await this.stop(contradiction);
  }

  async stop({ position, problem }: Contradiction): Promise<Halt> {
    const halt = { stoppedAt: this.now(), position, problem };
    this.lastHalt = halt;
    this.logger.error({ problem: 'the log contradicts a checkpoint, so no more are signed', position });
    const { halts } = await this.open();
    await halts.store(halt);
    await this.rows.add(halt);
    return halt;
  }

  /**
   * Carries out an operator's decision to resume signing: moves the abandoned log's checkpoints and access-log heads
   * aside, and records who decided it. Stops signing again if the log isn't the accepted one.
   */
  async settleResumption(): Promise<void> {
    const { lastHalt, resumption } = this;
    if (lastHalt === null || resumption === null || this.halt !== null) return;
    const row = await this.rows.newest();
    if (row?.resumedAt?.getTime() === resumption.resumedAt.getTime()) return;
    const contradiction = await this.contradictionOf(this.pastOf([resumption]));
    if (contradiction !== null) {
      await this.stop(contradiction);
      return;
    }
    await this.resume(resumption, row ?? { ...lastHalt, resumedAt: null, note: null });
  }

  private async resume(resumption: SignedResumption, row: HaltRow): Promise<void> {
    const { verifier, halts, history } = await this.open();
    const folder = `abandoned/${resumption.resumedAt.toISOString().replaceAll(':', '-')}`;
    const abandoned = await history.setAside(
      folder,
      async (checkpoint) => (await this.contradictionOf(this.pastOf([checkpoint]))) === null,
    );
    await setAsideFiles(
      this.stores,
      { prefix: ACCESS_HEAD_FILES, folder },
      (note) => nullIfInvalid(() => verifier.openAccessHead(note)),
      (head) =>
        this.dataSource.transaction('REPEATABLE READ', (manager) =>
          continuesAccessHead(sqlOfManager(manager), head),
        ),
    );
    await halts.storeResumption(resumption);
    await this.rows.close(row, resumption);
    const { by, reason, position } = resumption;
    this.logger.warn({ message: 'checkpoint signing resumed', by, reason, position, abandoned });
  }

  private pastOf(baselines: readonly Baseline[]): SignedPast {
    return { baselines, mayLag: this.config.kurrent !== null };
  }

  private contradictionOf(past: SignedPast): Promise<Contradiction | null> {
    return this.dataSource.transaction('REPEATABLE READ', (manager) =>
      findObviousContradiction(sqlOfManager(manager), past),
    );
  }

  private open() {
    this.parts ??= this.openParts();
    return this.parts;
  }

  private async openParts() {
    const verifier = new CheckpointVerifier([this.publicKey(), ...(await this.earlierKeys())]);
    return {
      verifier,
      halts: new CheckpointHalts(this.stores, verifier),
      history: new CheckpointHistory(this.dataSource, this.stores, verifier),
    };
  }

  private publicKey(): string {
    return new CheckpointSigner(this.config.secrets.checkpoint).key.publicKey;
  }

  /** The bank's earlier signing keys, as stored with the checkpoints. */
  private async earlierKeys(): Promise<string[]> {
    const keys = await Promise.all(
      this.stores.map(async (store) => {
        const names = await store.names('keys/', '');
        return Promise.all(names.map((name) => store.read(name)));
      }),
    );
    return keys
      .flat()
      .flatMap((text) => (text !== null && CheckpointVerifier.isPublicKey(text.trim()) ? [text.trim()] : []));
  }
}
