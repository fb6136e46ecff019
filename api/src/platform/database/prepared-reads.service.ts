import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { preparedName, type Sql } from './sql.js';

/**
 * Reads that open dashboards ask for every few seconds: outside of any transaction, on the pool of the data source, and
 * prepared once a connection, so that PostgreSQL does not parse and plan them each time. For constant texts that find
 * their rows by key: a plan is kept for all values.
 */
@Injectable()
export class PreparedReads implements Sql {
  constructor(private readonly dataSource: DataSource) {}

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await poolOf(this.dataSource).query({
      name: preparedName(text),
      text,
      values: [...values],
    });
    return result.rows as Row[];
  }
}

function poolOf({ driver }: DataSource): pg.Pool {
  const pool: unknown = 'master' in driver ? driver.master : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error('the data source has no pool of PostgreSQL connections');
  return pool;
}
