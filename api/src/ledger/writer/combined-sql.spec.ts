import { describe, expect, it } from '@jest/globals';
import type { Sql } from '../../platform/database/sql.js';
import { CombinedSql } from './combined-sql.js';

/** A connection that notes what it is asked, and answers as it is told. */
function connection(answer: () => Promise<never[]> = () => Promise.resolve([])) {
  const asked: [text: string, values: readonly unknown[] | undefined][] = [];
  const sql: Sql = {
    query: (text, values) => {
      asked.push([text, values]);
      return answer();
    },
  };
  return { sql, asked };
}

describe('joined statements', () => {
  it('are sent as one, with their parameters numbered on', async () => {
    const { sql, asked } = connection();
    const joined = new CombinedSql();
    const done = Promise.all([
      joined.query('update a set b = $2 where c = $1 and d = $2', ['c', 'd']),
      joined.query('delete from e'),
      joined.query('insert into f values ($1)', ['f']),
    ]);
    expect(asked).toEqual([]);
    joined.flushTo(sql);
    await expect(done).resolves.toEqual([[], [], []]);
    expect(asked).toEqual([
      [
        'with write_0 as (update a set b = $2 where c = $1 and d = $2), write_1 as (delete from e), ' +
          'write_2 as (insert into f values ($3)) select',
        ['c', 'd', 'f'],
      ],
    ]);
  });

  it('fail together, with one error', async () => {
    const refusal = new Error('refused');
    const joined = new CombinedSql();
    const done = Promise.allSettled([joined.query('delete from a'), joined.query('delete from b')]);
    joined.flushTo(connection(() => Promise.reject(refusal)).sql);
    expect(await done).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
  });

  it('are nothing where there are none', () => {
    const { sql, asked } = connection();
    new CombinedSql().flushTo(sql);
    expect(asked).toEqual([]);
  });
});
