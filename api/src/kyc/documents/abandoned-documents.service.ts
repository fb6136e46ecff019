import type { DataSource } from 'typeorm';
import type { Clock } from '../../platform/time/clock.js';
import type { ObjectStore } from './object-store.port.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum number of documents removed per transaction. */
const BATCH = 100;

/** Removes abandoned uploads (FILE-11). */
export class AbandonedDocumentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly now: Clock,
  ) {}

  /**
   * Removes files and links that nobody needs. Unconfirmed uploads, links without a file, and discarded files are
   * removed after an hour. Files that belong to no record are removed after a day. Returns how many files and links it
   * removed. Safe to run at any time and in several processes.
   */
  async collectAbandoned(): Promise<number> {
    const hourAgo = new Date(this.now().getTime() - HOUR_MS);
    let collected = (await this.store.incoming?.removeBefore(hourAgo)) ?? 0;
    for (;;) {
      const count = await this.collectBatch();
      collected += count;
      if (count < BATCH) return collected;
    }
  }

  /** Deletes the files before their row, because a later run would never find a file without a row. */
  private collectBatch(): Promise<number> {
    const now = this.now().getTime();
    return this.dataSource.transaction(async (manager) => {
      const abandoned = await manager.query<{ id: string }[]>(
        `select id from stored_object
          where status in ('issued', 'discarded') and created_at < $1 or status = 'stored' and changed_at < $2
          limit $3 for update skip locked`,
        [new Date(now - HOUR_MS), new Date(now - DAY_MS), BATCH],
      );
      const ids = abandoned.map(({ id }) => id);
      for (const id of ids) await this.store.deleteAll(id);
      await manager.query('delete from stored_object where id = any($1::uuid[])', [ids]);
      return ids.length;
    });
  }
}
