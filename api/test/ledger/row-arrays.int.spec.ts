import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { bigint, bytea, date, text, timestamptz, uuid } from '../../src/platform/database/columns.js';
import { table, type RowOf } from '../../src/platform/database/table.js';
import { registerPgTypes, sqlOfClient, type Sql } from '../../src/platform/database/sql.js';
import { query } from '../harness/database.js';
import { atEnd, useDatabase } from '../harness/index.js';

const ROWS = table('test', {
  columns: {
    number: bigint().orNull(),
    text: text().orNull(),
    id: uuid().orNull(),
    day: date().orNull(),
    moment: timestamptz().orNull(),
    bytes: bytea().orNull(),
  },
  key: ['id'],
});
type Row = RowOf<typeof ROWS>;

const NOTHING: Row = { number: null, text: null, id: null, day: null, moment: null, bytes: null };

const database = useDatabase();
let client: pg.Client;
let sql: Sql;

beforeAll(async () => {
  registerPgTypes();
  await query(
    database.superUrl,
    'create type test_row as (number bigint, text text, id uuid, day date, moment timestamptz, bytes bytea)',
  );
  client = new pg.Client({ connectionString: database.appUrl, pipeline: true });
  await client.connect();
  sql = sqlOfClient(client);
});

atEnd(() => client.end());

const roundTrip = (rows: Parameters<typeof ROWS.values>[0]) => sql.query<Row>(ROWS.unnest, ROWS.values(rows));

describe('sending rows as a binary array', () => {
  it.each([
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 40 + 5,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ])('keeps the number %d', async (number) => {
    expect(await roundTrip([{ ...NOTHING, number }])).toEqual([{ ...NOTHING, number }]);
  });

  it.each([
    '',
    'NULL',
    '{"a,b\\"}',
    "it's",
    ' \t\n',
    'Núñez 😀 – 漢字',
    'Núñez',
    '\u007f\u0080',
    'x'.repeat(300_000),
    '漢'.repeat(50_000),
  ])('keeps the text %#', async (text) => {
    expect(await roundTrip([{ ...NOTHING, text }])).toEqual([{ ...NOTHING, text }]);
  });

  it('keeps timestamps to the millisecond, even before 1970', async () => {
    const moments = ['2025-11-20T16:30:40.123Z', '1999-12-31T23:59:59.999Z', '1969-07-20T20:17:40.001Z'];
    const rows = moments.map((text) => ({ ...NOTHING, moment: new Date(text) }));
    expect(await roundTrip(rows)).toEqual(rows);
  });

  it('keeps every row in order, with nulls in between', async () => {
    const full = (index: number): Row => ({
      number: index,
      text: `row ${index}`,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      day: '2024-02-29',
      moment: new Date(index * 1_000),
      bytes: Buffer.from([0, index % 256, 255]),
    });
    const rows = Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? NOTHING : full(index)));
    expect(await roundTrip(rows)).toEqual(rows);
  });

  it('sends an undefined or missing value as null', async () => {
    expect(await roundTrip([{ ...NOTHING, text: undefined }, {}])).toEqual([NOTHING, NOTHING]);
  });

  it.each([1.5, Number.NaN, 2 ** 53])('rejects the number %d before anything is sent', (number) => {
    expect(() => ROWS.values([{ ...NOTHING, number }])).toThrow(RangeError);
    expect(() => ROWS.values([{ ...NOTHING, moment: new Date(Number.NaN) }])).toThrow(RangeError);
  });

  it('rejects a lone surrogate, which UTF-8 cannot represent', () => {
    expect(() => ROWS.values([{ ...NOTHING, text: 'a\ud800b' }])).toThrow(RangeError);
  });

  it.each([
    { id: 'no-uuid' },
    { id: '0000000g-0000-4000-8000-000000000000' },
    { id: '000000000-000-4000-8000-000000000000' },
    { id: '00000000-0000-4000-8000_000000000000' },
    { id: '00000000-0000-4000-8000-00000000000A' },
    { day: '2023-02-29' },
    { day: '2024-2-9' },
    { day: '' },
  ])('rejects %j before anything is sent and encodes the next rows correctly', async (wrong) => {
    expect(() => ROWS.values([NOTHING, { ...NOTHING, ...wrong }])).toThrow(RangeError);
    const days = ['1969-12-31', '2000-01-01', '9999-12-31'].map((day) => ({ ...NOTHING, day }));
    expect(await roundTrip(days)).toEqual(days);
  });

  it('lets PostgreSQL reject text with a null character', async () => {
    await expect(roundTrip([{ ...NOTHING, text: 'a\u0000b' }])).rejects.toThrow();
    expect(await roundTrip([NOTHING])).toEqual([NOTHING]);
  });

  it('accepts an empty array', async () => {
    expect(await roundTrip([])).toEqual([]);
  });
});
