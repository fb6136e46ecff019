import type { DataSource } from 'typeorm';
import type { Halt } from '../../ledger/proof/checkpoints.js';
import type { SignedResumption } from './checkpoint-halts.js';

/** A row of `ledger_checkpoint_halt`: a halt, and the operator's note that ended it. */
export interface HaltRow extends Halt {
  readonly resumedAt: Date | null;
  readonly note: string | null;
}

/** The halts in the database, for the admin panel and for workers on other machines. */
export class HaltRows {
  constructor(private readonly dataSource: DataSource) {}

  async newest(): Promise<HaltRow | null> {
    const [row] = await this.dataSource.query<HaltRow[]>(
      `select stopped_at as "stoppedAt", position, problem, resumed_at as "resumedAt", note
        from ledger_checkpoint_halt order by stopped_at desc limit 1`,
    );
    return row ?? null;
  }

  /** Adds a halt unless one is open, because several workers may find the same contradiction. */
  async add({ stoppedAt, position, problem }: Halt): Promise<void> {
    await this.dataSource.query(
      `insert into ledger_checkpoint_halt (stopped_at, position, problem)
        select $1, $2, $3 where not exists (select from ledger_checkpoint_halt where resumed_at is null)
        on conflict do nothing`,
      [stoppedAt, position, problem],
    );
  }

  /** Ends all open halts. Adds the given one if it is missing from the database. */
  async close(
    { stoppedAt, position, problem }: Halt,
    { resumedAt, by, reason, note }: SignedResumption,
  ): Promise<void> {
    await this.dataSource.query(
      `with closed as (
          update ledger_checkpoint_halt set resumed_at = $4, resumed_by = $5, reason = $6, note = $7
            where resumed_at is null)
        insert into ledger_checkpoint_halt (stopped_at, position, problem, resumed_at, resumed_by, reason, note)
          values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [stoppedAt, position, problem, resumedAt, by, reason, note],
    );
  }
}
