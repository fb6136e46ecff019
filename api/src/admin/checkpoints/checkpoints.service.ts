import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { hashesOf } from '../../ledger/ledger.module.js';
import {
  CheckpointSigner,
  nullIfInvalid,
  type CheckpointVerifier,
  ContradictionError,
  type Baseline,
  type HashSource,
  type SignedPast,
} from '../../ledger/proof/checkpoints.js';
import type { Config } from '../../platform/config/config.js';
import { sqlOfManager } from '../../platform/database/sql.js';
import { AppError } from '../../http/app-error.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { CheckpointDto, CheckpointsDto } from './checkpoint.dto.js';
import { CheckpointGuard } from './checkpoint-guard.js';

const MAX_LISTED = 50;

interface CheckpointRow {
  readonly position: number;
  readonly keyId: string;
  readonly note: string;
  readonly takenAt: Date;
  readonly takenBy: CheckpointDto['takenBy'];
}

/**
 * A row, and whether its note is signed by the bank and is for the row's position. Someone with access to the database
 * can add rows of their own (SEC-70).
 */
export interface FoundCheckpoint extends CheckpointRow {
  readonly isSigned: boolean;
}

const SELECT = `select position, key_id as "keyId", note, taken_at as "takenAt", taken_by as "takenBy"
  from ledger_checkpoint`;

/** Takes signed checkpoints, on a schedule and on demand, and lists them (LED-17). */
@Injectable()
export class CheckpointsService {
  readonly signer: CheckpointSigner;
  private readonly log: HashSource | null;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
    private readonly guard: CheckpointGuard,
  ) {
    this.signer = new CheckpointSigner(config.secrets.checkpoint);
    this.log = hashesOf(config.kurrent);
  }

  /**
   * Takes a checkpoint of the current ledger, or returns the last one if the log has not grown since. Stops signing if
   * the log contradicts an earlier checkpoint (LED-22).
   *
   * @throws AppError CONFLICT the ledger is empty; CHECKPOINTS_STOPPED signing is stopped
   */
  async take(takenBy: CheckpointDto['takenBy']): Promise<CheckpointDto> {
    if ((await this.guard.refresh()) !== null) throw new AppError('CHECKPOINTS_STOPPED');
    // Reads the earlier checkpoints first. If they were read after the snapshot, one of them could cover events that
    // the snapshot lacks.
    const past = await this.guard.past();
    try {
      return toCheckpointDto(await this.findOrThrow(await this.sign(takenBy, past)));
    } catch (error) {
      if (!(error instanceof ContradictionError)) throw error;
      await this.guard.stop(error.contradiction);
      throw new AppError('CHECKPOINTS_STOPPED');
    }
  }

  /** Signs a checkpoint and stores it. Returns its position. */
  private sign(takenBy: CheckpointDto['takenBy'], past: SignedPast): Promise<number> {
    // The head, tree and balances are read in one snapshot. If two checkpoints have the same position, the first is
    // kept.
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const signed = await this.signer.takeCheckpoint(sqlOfManager(manager), this.log, this.now(), past);
      if (signed === null) throw new AppError('CONFLICT', 'The ledger is empty');
      const { checkpoint, note } = signed;
      await manager.query(
        `insert into ledger_checkpoint (position, key_id, note, taken_at, taken_by)
          select $1, $2, $3, $4, $5 where not exists (select from ledger_checkpoint where position = $1)
          on conflict do nothing`,
        [checkpoint.position, this.signer.key.id, note, checkpoint.takenAt, takenBy],
      );
      return checkpoint.position;
    });
  }

  async list(): Promise<CheckpointsDto> {
    const halt = await this.guard.refresh();
    const rows = await this.newest(MAX_LISTED);
    const { id: keyId, publicKey } = this.signer.key;
    return { items: rows.map(toCheckpointDto), publicKey, keyId, halt };
  }

  /**
   * Returns the signed note of a checkpoint.
   *
   * @throws AppError NOT_FOUND there is no checkpoint at this position
   */
  async note(position: number): Promise<string> {
    return (await this.findOrThrow(position)).note;
  }

  /**
   * Returns the positions and hashes that the log must contain: those of the newest checkpoint, wherever that
   * checkpoint is stored, and of the head that an operator accepted.
   */
  async kept(): Promise<readonly Baseline[]> {
    await this.guard.refresh();
    return (await this.guard.past()).baselines;
  }

  /**
   * Returns the newest checkpoints, or the newest before a position. Leaves out those taken before an operator last
   * resumed signing.
   */
  async newest(limit: number, before: number | null = null): Promise<FoundCheckpoint[]> {
    const rows = await this.dataSource.query<CheckpointRow[]>(
      `${SELECT} where taken_at > $2 and ($3::bigint is null or position < $3) order by position desc limit $1`,
      [limit, this.guard.resumedAt, before],
    );
    const verifier = await this.guard.verifier();
    return rows.map((row) => ({ ...row, isSigned: isSigned(row, verifier) }));
  }

  private async findOrThrow(position: number): Promise<CheckpointRow> {
    const [row] = await this.dataSource.query<CheckpointRow[]>(`${SELECT} where position = $1`, [position]);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }
}

function isSigned({ note, position }: CheckpointRow, verifier: CheckpointVerifier): boolean {
  return nullIfInvalid(() => verifier.open(note))?.checkpoint.position === position;
}

function toCheckpointDto({ position, keyId, note, takenAt, takenBy }: CheckpointRow): CheckpointDto {
  const hash = /^hash ([0-9a-f]{64})$/m.exec(note)?.[1] ?? '';
  return { position, hash, keyId, takenAt, takenBy };
}
