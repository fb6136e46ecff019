import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  CheckpointSigner,
  hashesOf,
  RemoteLogUnavailableError,
  type CheckpointNote,
  type HashSource,
} from '../ledger/proof/checkpoints.js';
import { LedgerUnavailableError } from '../ledger/writer/submission.js';
import type { Config } from '../platform/config/config.js';
import { sqlOfManager, type Sql } from '../platform/database/sql.js';
import { AppError } from '../http/app-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { CLOCK, type Clock } from '../platform/time/clock.js';
import type { CheckpointDto, CheckpointsDto } from './checkpoint.dto.js';

const MAX_LISTED = 50;

interface CheckpointRow {
  readonly position: number;
  readonly keyId: string;
  readonly note: string;
  readonly takenAt: Date;
  readonly takenBy: CheckpointDto['takenBy'];
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
  ) {
    this.signer = new CheckpointSigner(config.secrets.checkpoint);
    this.log = hashesOf(config.kurrent);
  }

  /**
   * Takes a checkpoint of the current ledger, or returns the last one if the log has not grown since.
   *
   * @throws AppError CONFLICT if the ledger is empty
   * @throws LedgerUnavailableError the log cannot be reached
   */
  async take(takenBy: CheckpointDto['takenBy']): Promise<CheckpointDto> {
    // Head, tree and balances are read in one snapshot. Of two checkpoints at the same position, the first is kept.
    const position = await this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const signed = await this.sign(sqlOfManager(manager));
      if (signed === null) throw new AppError('CONFLICT', 'The ledger is empty');
      const { checkpoint, note } = signed;
      await manager.query(
        `insert into ledger_checkpoint (position, key_id, note, taken_at, taken_by)
          select $1, $2, $3, $4, $5 where not exists (select from ledger_checkpoint where position = $1)
          on conflict do nothing`,
        [checkpoint.position, this.signer.keyId, note, checkpoint.takenAt, takenBy],
      );
      return checkpoint.position;
    });
    return toCheckpointDto(await this.findOrThrow(position));
  }

  async list(): Promise<CheckpointsDto> {
    const rows = await this.newest(MAX_LISTED);
    const { keyId, publicKey } = this.signer;
    return { items: rows.map(toCheckpointDto), publicKey, keyId };
  }

  /**
   * Returns the signed note of a checkpoint.
   *
   * @throws AppError NOT_FOUND
   */
  async note(position: number): Promise<string> {
    return (await this.findOrThrow(position)).note;
  }

  newest(limit: number): Promise<CheckpointRow[]> {
    return this.dataSource.query(`${SELECT} order by position desc limit $1`, [limit]);
  }

  private async sign(sql: Sql): Promise<CheckpointNote | null> {
    try {
      return await this.signer.takeCheckpoint(sql, this.log, this.now());
    } catch (cause) {
      throw cause instanceof RemoteLogUnavailableError ? new LedgerUnavailableError({ cause }) : cause;
    }
  }

  private async findOrThrow(position: number): Promise<CheckpointRow> {
    const [row] = await this.dataSource.query<CheckpointRow[]>(`${SELECT} where position = $1`, [position]);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }
}

function toCheckpointDto({ position, keyId, note, takenAt, takenBy }: CheckpointRow): CheckpointDto {
  const hash = /^hash ([0-9a-f]{64})$/m.exec(note)?.[1] ?? '';
  return { position, hash, keyId, takenAt: takenAt.toISOString(), takenBy };
}
