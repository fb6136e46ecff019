import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '../connection.js';

/** Sequential scans of smaller tables are acceptable. */
const LARGE_TABLE_ROWS = 20_000;
/** A backend publishes its statistics at most once a second. */
const STATISTICS_DELAY_MS = 1_300;

/**
 * Detects queries that read more than 20,000 rows of a large table in sequential scans. The app's list queries stop
 * counting matches at 10,000, so counting alone stays below this threshold.
 */
export class SequentialScanMonitor {
  constructor(private readonly connection: Connection) {}

  async tablesScannedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.readScanCounts();
    await work();
    await wait(STATISTICS_DELAY_MS);
    // Pooled connections publish their statistics only when they are used again.
    await work();
    await wait(STATISTICS_DELAY_MS);
    const after = await this.readScanCounts();
    return [...after]
      .filter(([table, count]) => count - (before.get(table) ?? 0) > LARGE_TABLE_ROWS * 2)
      .map(([table]) => table);
  }

  private async readScanCounts(): Promise<Map<string, number>> {
    // Publishes this connection's own reads now, so they are not counted during the next measurement.
    await this.connection.run('select pg_stat_force_next_flush()');
    const rows = await this.connection.rows<{ table: string; count: string }>(
      'select relname as table, seq_tup_read as count from pg_stat_user_tables where n_live_tup > $1',
      [LARGE_TABLE_ROWS],
    );
    return new Map(rows.map(({ table, count }) => [table, Number(count)]));
  }
}
