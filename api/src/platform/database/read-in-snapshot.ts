import type { DataSource } from 'typeorm';
import { sqlOfManager, type Sql } from './sql.js';

/** Runs `work` in one snapshot: whatever it reads is the database of one moment. */
export function readInSnapshot<Result>(
  source: DataSource,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return source.transaction('REPEATABLE READ', (manager) => work(sqlOfManager(manager)));
}
