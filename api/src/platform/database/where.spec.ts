import { describe, expect, it } from '@jest/globals';
import { Where } from './where.js';

describe('Where', () => {
  it('collects values separately from the text', () => {
    const where = new Where().and('a = ? or b = ?', 1, "'; drop").andIf('c = ?', undefined).and('d is null');
    expect(where.sql).toBe('where (a = $1 or b = $2) and (d is null)');
    expect(where.values).toEqual([1, "'; drop"]);
  });

  it('keeps the original unchanged if its copy is extended', () => {
    const where = new Where().and('a = ?', 1);
    const more = where.copy().and('b = ?', 2);
    expect([where.sql, more.sql]).toEqual(['where (a = $1)', 'where (a = $1) and (b = $2)']);
    expect(where.values).toEqual([1]);
  });

  it('is empty without conditions', () => {
    expect(new Where().sql).toBe('');
  });

  it('rejects the wrong number of values', () => {
    expect(() => new Where().and('a = ?')).toThrow('wrong number of values');
  });
});
