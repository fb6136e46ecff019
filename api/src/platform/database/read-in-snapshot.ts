import type { DataSource } from 'typeorm';
import { sqlOfManager, type Sql } from './sql.js';

/** Runs `work` in one repeatable-read snapshot, so that all of its reads are consistent. */
export function readInSnapshot<Result>(
  source: DataSource,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return source.transaction('REPEATABLE READ', (manager) => work(sqlOfManager(manager)));
}
