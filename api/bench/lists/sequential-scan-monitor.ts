import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../connection.js';

/** Smaller tables may well be read as a whole. */
const LARGE_TABLE_ROWS = 20_000;
/** PostgreSQL tells its counters at most once a second. */
const STATISTICS_DELAY_MS = 1_300;

/** Sees of which large tables more was read without an index than counting to ten thousand takes. */
export class SequentialScanMonitor {
  constructor(private readonly connection: Connection) {}

  async tablesScannedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.readScanCounts();
    await work();
    await wait(STATISTICS_DELAY_MS);
    // The pool's connections tell theirs once they are used again.
    await work();
    await wait(STATISTICS_DELAY_MS);
    const after = await this.readScanCounts();
    return [...after]
      .filter(([table, count]) => count - (before.get(table) ?? 0) > LARGE_TABLE_ROWS * 2)
      .map(([table]) => table);
  }

  private async readScanCounts(): Promise<Map<string, number>> {
    // What this connection has read itself is counted now, and not while something is watched.
    await this.connection.run('select pg_stat_force_next_flush()');
    const rows = await this.connection.rows<{ table: string; count: string }>(
      'select relname as table, seq_tup_read as count from pg_stat_user_tables where n_live_tup > $1',
      [LARGE_TABLE_ROWS],
    );
    return new Map(rows.map(({ table, count }) => [table, Number(count)]));
  }
}
