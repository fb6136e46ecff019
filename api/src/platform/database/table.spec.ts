import { describe, expect, it } from '@jest/globals';
import { bigint, date, text, timestamptz, uuid } from './columns.js';
import type { Sql } from './sql.js';
import { table, upsert } from './table.js';

const RENTS = table('rent', {
  columns: {
    flat_id: uuid(),
    month: date(),
    amount_cents: bigint().mutable(),
    paid_at: timestamptz().orNull().mutable(),
    note: text().orNull(),
  },
  key: ['flat_id', 'month'],
});

const RENT = {
  flatId: '10000000-0000-4000-8000-000000000001',
  month: '2026-03-01',
  amountCents: 90_000,
  paidAt: null,
  note: 'late',
};

describe('table', () => {
  it('derives the insert from the columns, in their order', () => {
    expect(RENTS.insert).toBe(
      'insert into rent (flat_id, month, amount_cents, paid_at, note) ' +
        'select flat_id, month, amount_cents, paid_at, note from unnest($1::rent_row[])',
    );
  });

  it('overwrites only the mutable columns in an upsert', () => {
    expect(upsert(RENTS)).toBe(
      `${RENTS.insert} on conflict (flat_id, month) do update set ` +
        'amount_cents = excluded.amount_cents, paid_at = excluded.paid_at',
    );
  });

  it('rejects an upsert without a mutable column', () => {
    const fixed = table('fixed', { columns: { id: uuid() }, key: ['id'] });
    expect(() => upsert(fixed)).toThrow('fixed has no mutable column');
  });

  it('selects each column under the name of its field', async () => {
    const sent: unknown[] = [];
    const sql: Sql = {
      query: (statement, values) => {
        sent.push(statement, values);
        return Promise.resolve([]);
      },
    };
    await RENTS.select('where flat_id = $1')(sql, [RENT.flatId]);
    const fields = 'flat_id as "flatId", month, amount_cents as "amountCents", paid_at as "paidAt", note';
    expect(sent).toEqual([`select ${fields} from rent where flat_id = $1`, [RENT.flatId]]);
  });

  it('returns a row’s values, keyed by column name', () => {
    expect(RENTS.record(RENT)).toEqual({
      flat_id: RENT.flatId,
      month: '2026-03-01',
      amount_cents: 90_000,
      paid_at: null,
      note: 'late',
    });
  });

  it('maps each column to its index', () => {
    expect(RENTS.index).toEqual({ flat_id: 0, month: 1, amount_cents: 2, paid_at: 3, note: 4 });
    expect(RENTS.key.map(({ field }) => field)).toEqual(['flatId', 'month']);
  });
});
