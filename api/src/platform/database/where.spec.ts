import { describe, expect, it } from '@jest/globals';
import { Where } from './where.js';

describe('conditions of a statement', () => {
  it('carry their values beside the text', () => {
    const where = new Where().and('a = ? or b = ?', 1, "'; drop").andIf('c = ?', undefined).and('d is null');
    expect(where.sql).toBe('where (a = $1 or b = $2) and (d is null)');
    expect(where.values).toEqual([1, "'; drop"]);
  });

  it('can go on in a copy without changing the first', () => {
    const where = new Where().and('a = ?', 1);
    const more = where.copy().and('b = ?', 2);
    expect([where.sql, more.sql]).toEqual(['where (a = $1)', 'where (a = $1) and (b = $2)']);
    expect(where.values).toEqual([1]);
  });

  it('are nothing where there are none', () => {
    expect(new Where().sql).toBe('');
  });

  it('refuse values that do not fit', () => {
    expect(() => new Where().and('a = ?')).toThrow('values do not fit');
  });
});
