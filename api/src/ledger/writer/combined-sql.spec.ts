import { describe, expect, it } from '@jest/globals';
import type { Sql } from '../../platform/database/sql.js';
import { CombinedSql } from './combined-sql.js';

/** Returns an `Sql` and the list of its queries. The `Sql` answers each query with the given result. */
function recordingSql(result: () => Promise<never[]> = () => Promise.resolve([])) {
  const queries: [text: string, values: readonly unknown[] | undefined][] = [];
  const sql: Sql = {
    query: (text, values) => {
      queries.push([text, values]);
      return result();
    },
  };
  return { sql, queries };
}

describe('CombinedSql', () => {
  it('sends the statements as one, renumbering their parameters and making the first statement the main one', async () => {
    const { sql, queries } = recordingSql();
    const combined = new CombinedSql();
    const done = Promise.all([
      combined.query('update a set b = $2 where c = $1 and d = $2', ['c', 'd']),
      combined.query('delete from e'),
      combined.query('insert into f values ($1)', ['f']),
    ]);
    expect(queries).toEqual([]);
    combined.flushTo(sql);
    await expect(done).resolves.toEqual([[], [], []]);
    expect(queries).toEqual([
      [
        'with write_1 as (delete from e), write_2 as (insert into f values ($3)) ' +
          'update a set b = $2 where c = $1 and d = $2',
        ['c', 'd', 'f'],
      ],
    ]);
  });

  it('leaves a single statement as it is', () => {
    const { sql, queries } = recordingSql();
    const combined = new CombinedSql();
    void combined.query('insert into f values ($1)', ['f']);
    combined.flushTo(sql);
    expect(queries).toEqual([['insert into f values ($1)', ['f']]]);
  });

  it('rejects every statement with the same error', async () => {
    const refusal = new Error('refused');
    const combined = new CombinedSql();
    const done = Promise.allSettled([combined.query('delete from a'), combined.query('delete from b')]);
    combined.flushTo(recordingSql(() => Promise.reject(refusal)).sql);
    expect(await done).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
  });

  it('sends nothing when no statement is buffered', () => {
    const { sql, queries } = recordingSql();
    new CombinedSql().flushTo(sql);
    expect(queries).toEqual([]);
  });
});
