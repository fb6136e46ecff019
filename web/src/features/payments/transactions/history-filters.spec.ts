import { describe, expect, it } from '@jest/globals';
import { ALL_PAYMENTS, changesBetween, parseFilters, toSearchParams, withFilters } from './history-filters';

const parse = (address: string) => parseFilters(new URLSearchParams(address));

describe('history filters', () => {
  it.each([
    ['', ALL_PAYMENTS],
    ['status=in_review&type=incoming', { ...ALL_PAYMENTS, status: 'in_review', type: 'incoming' }],
    ['status=paid&type=both', ALL_PAYMENTS],
    ['from=2026-02-30&to=2026-02-28', { ...ALL_PAYMENTS, to: '2026-02-28' }],
    [`search=${'x'.repeat(200)}`, { ...ALL_PAYMENTS, search: 'x'.repeat(100) }],
  ])('are parsed from "%s"', (address, filters) => {
    expect(parse(address)).toEqual(filters);
  });

  it('are serialized without defaults', () => {
    expect(toSearchParams(ALL_PAYMENTS).toString()).toBe('');
    const address = 'search=rent+%26+more&status=failed&type=outgoing&from=2026-01-01&to=2026-01-31';
    expect(toSearchParams(parse(address)).toString()).toBe(address);
    expect(toSearchParams({ ...ALL_PAYMENTS, search: '  ' }).toString()).toBe('');
  });

  it('update only the parameters of changed filters [UI-31]', () => {
    const before = { ...ALL_PAYMENTS, search: 'rent', status: 'failed' };
    const changes = changesBetween(before, { ...before, status: 'all', from: '2026-01-01' });
    expect(changes).toEqual({ status: 'all', from: '2026-01-01' });
    const current = new URLSearchParams('transaction=t1&type=incoming&status=failed&search=rent');
    expect(withFilters(current, changes).toString()).toBe(
      'search=rent&type=incoming&from=2026-01-01&transaction=t1',
    );
  });
});
