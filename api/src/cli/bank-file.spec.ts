import { describe, expect, it } from '@jest/globals';
import { parseBankFile } from './bank-file.js';

const HEADER = 'date,reference,amount';
const ID = '10000000-0000-4000-8000-000000000006';

describe('parseBankFile', () => {
  it('returns a row for each line after the header', () => {
    expect(parseBankFile(`${HEADER}\n2026-01-05,${ID},-980.00\n2026-01-06,RENT 7,1500.5\n`)).toEqual([
      { line: 2, day: '2026-01-05', reference: ID, amountCents: -98_000 },
      { line: 3, day: '2026-01-06', reference: 'RENT 7', amountCents: 150_050 },
    ]);
  });

  it('accepts a byte order mark, CRLF, quotes, empty lines, and additional or reordered columns', () => {
    const text =
      '\uFEFF"text",Amount ,reference,DATE\r\n' +
      `"Rent, ""January""\nof both",+7.00,${ID.toUpperCase()},2026-01-05\r\n\r\n` +
      `,-0.01,${ID.replaceAll('-', '')},2026-02-28\r\n`;
    expect(parseBankFile(text)).toEqual([
      { line: 3, day: '2026-01-05', reference: ID, amountCents: 700 },
      { line: 5, day: '2026-02-28', reference: ID, amountCents: -1 },
    ]);
  });

  it('accepts whole cents instead of dollars', () => {
    const [row] = parseBankFile(`date,reference,amount_cents\n2026-01-05,a,-98000`);
    expect(row?.amountCents).toBe(-98_000);
  });

  it.each([
    ['no content', '', 'the file is empty'],
    ['no date column', 'day,reference,amount\n', 'line 1: there\'s no column named "date"'],
    ['no amount column', 'date,reference\n', 'line 1: there\'s no column named "amount"'],
    ['two date columns', `date,${HEADER}\n`, 'line 1: there are two columns named "date"'],
    [
      'both amount columns',
      `${HEADER},amount_cents\n`,
      'line 1: use either the column "amount" or the column "amount_cents", not both',
    ],
    [
      'a short row',
      `${HEADER}\n2026-01-05,a\n`,
      /line 2: the number of columns \(\d\) doesn't match the header row \(\d\)/,
    ],
    ['an unclosed quote', `${HEADER}\n2026-01-05,"a,1\n`, /line 2: a quotation mark isn't closed/],
    [
      'a long reference',
      `${HEADER}\n2026-01-05,${'a'.repeat(201)},1\n`,
      'line 2, column reference: the reference is longer',
    ],
    [
      'a terminal control sequence in a reference',
      `${HEADER}\n2026-01-05,a\u001b[2J,1\n`,
      'line 2, column reference: the reference is longer',
    ],
    ['an empty reference', `${HEADER}\n2026-01-05, ,1\n`, 'line 2, column reference: the reference is empty'],
  ])('rejects a file with %s', (_, text, message) => {
    expect(() => parseBankFile(text)).toThrow(message);
  });

  it.each(['01/05/2026', '2026-1-5', '2026-02-29', '2026-13-01', '2026-01-05T00:00:00Z', ''])(
    'rejects the date %j and names its line',
    (date) => {
      expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,1\n${date},b,1\n`)).toThrow(
        `line 3, column date: ${JSON.stringify(date)} isn't a date such as 2026-01-31`,
      );
    },
  );

  it.each([
    '',
    '$5',
    '1,5',
    '"1,234.50"',
    '1e3',
    '0.001',
    '- 5',
    '(5.00)',
    '５',
    'NaN',
    '1.',
    '12345678901234',
  ])('rejects the amount %s instead of guessing [AUD-16]', (amount) => {
    expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,${amount.replace(/^1,5$/, '"1,5"')}\n`)).toThrow(
      'line 2, column amount: ',
    );
  });

  it.each(['0', '-0.00', '+0.0'])('rejects the zero amount %s', (amount) => {
    expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,${amount}\n`)).toThrow(
      'line 2, column amount: the amount must not be zero',
    );
  });

  it('rejects dollars in the cents column', () => {
    expect(() => parseBankFile('date,reference,amount_cents\n2026-01-05,a,980.00')).toThrow(
      'line 2, column amount_cents: "980.00" isn\'t a whole number of cents such as -98000',
    );
  });

  it('rejects a file with too many rows', () => {
    const rows = '2026-01-05,a,1\n'.repeat(200_001);
    expect(() => parseBankFile(`${HEADER}\n${rows}`)).toThrow('the file has more than 200000 rows');
  });
});
