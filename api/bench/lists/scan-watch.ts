import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../database.js';

/** Smaller tables may well be read as a whole. */
const LARGE_ROWS = 20_000;
/** PostgreSQL tells its counters at most once a second. */
const TOLD_AFTER_MS = 1_300;

/** Sees of which large tables more was read without an index than counting to ten thousand takes. */
export class ScanWatch {
  constructor(private readonly connection: Connection) {}

  async scannedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.counts();
    await work();
    await wait(TOLD_AFTER_MS);
    // The pool's connections tell theirs once they are used again.
    await work();
    await wait(TOLD_AFTER_MS);
    const after = await this.counts();
    return [...after]
      .filter(([table, count]) => count - (before.get(table) ?? 0) > LARGE_ROWS * 2)
      .map(([table]) => table);
  }

  private async counts(): Promise<Map<string, number>> {
    // What this connection has read itself is counted now, and not while something is watched.
    await this.connection.run('select pg_stat_force_next_flush()');
    const rows = await this.connection.rows<{ table: string; count: string }>(
      'select relname as table, seq_tup_read as count from pg_stat_user_tables where n_live_tup > $1',
      [LARGE_ROWS],
    );
    return new Map(rows.map(({ table, count }) => [table, Number(count)]));
  }
}
