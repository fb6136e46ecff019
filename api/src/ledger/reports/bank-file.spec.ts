import { describe, expect, it } from '@jest/globals';
import { parseBankFile } from './bank-file.js';

const HEADER = 'date,reference,amount';
const ID = '10000000-0000-4000-8000-000000000006';

describe('a bank file', () => {
  it('gives a row for each line after its first', () => {
    expect(parseBankFile(`${HEADER}\n2026-01-05,${ID},-980.00\n2026-01-06,RENT 7,1500.5\n`)).toEqual([
      { line: 2, day: '2026-01-05', reference: ID, amountCents: -98_000 },
      { line: 3, day: '2026-01-06', reference: 'RENT 7', amountCents: 150_050 },
    ]);
  });

  it('may have a byte order mark, CRLF, quotes, empty lines, other columns and another order of them', () => {
    const text =
      '\uFEFF"text",Amount ,reference,DATE\r\n' +
      `"Rent, ""January""\nof both",+7.00,${ID.toUpperCase()},2026-01-05\r\n\r\n` +
      `,-0.01,${ID.replaceAll('-', '')},2026-02-28\r\n`;
    expect(parseBankFile(text)).toEqual([
      { line: 3, day: '2026-01-05', reference: ID, amountCents: 700 },
      { line: 5, day: '2026-02-28', reference: ID, amountCents: -1 },
    ]);
  });

  it('may have whole cents instead of dollars', () => {
    const [row] = parseBankFile(`date,reference,amount_cents\n2026-01-05,a,-98000`);
    expect(row?.amountCents).toBe(-98_000);
  });

  it.each([
    ['nothing', '', 'the file is empty'],
    ['no date', 'day,reference,amount\n', 'line 1, column date: there is no column of this name'],
    ['no amount', 'date,reference\n', 'line 1, column amount: there is no column of this name'],
    ['two dates', `date,${HEADER}\n`, 'line 1, column date: there are two columns of this name'],
    [
      'two kinds of amount',
      `${HEADER},amount_cents\n`,
      'line 1, column amount_cents: give it or amount, not both',
    ],
    ['a row too short', `${HEADER}\n2026-01-05,a\n`, /not CSV: .*expect 3, got 2 on line 2/],
    ['a quote that does not end', `${HEADER}\n2026-01-05,"a,1\n`, /not CSV: Quote Not Closed.*line 2/],
    [
      'a reference too long',
      `${HEADER}\n2026-01-05,${'a'.repeat(201)},1\n`,
      'line 2, column reference: it is longer',
    ],
    [
      'a reference for a terminal',
      `${HEADER}\n2026-01-05,a\u001b[2J,1\n`,
      'line 2, column reference: it is longer',
    ],
    ['no reference', `${HEADER}\n2026-01-05, ,1\n`, 'line 2, column reference: there is nothing'],
  ])('with %s is refused', (_, text, message) => {
    expect(() => parseBankFile(text)).toThrow(message);
  });

  it.each(['01/05/2026', '2026-1-5', '2026-02-29', '2026-13-01', '2026-01-05T00:00:00Z', ''])(
    'with the date %j is refused, with its line',
    (date) => {
      expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,1\n${date},b,1\n`)).toThrow(
        `line 3, column date: ${JSON.stringify(date)} is not a day such as 2026-01-31`,
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
  ])('with the amount %s is refused: it is never guessed [AUD-16]', (amount) => {
    expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,${amount.replace(/^1,5$/, '"1,5"')}\n`)).toThrow(
      'line 2, column amount: ',
    );
  });

  it.each(['0', '-0.00', '+0.0'])('with the amount %s, which moves nothing, is refused', (amount) => {
    expect(() => parseBankFile(`${HEADER}\n2026-01-04,a,${amount}\n`)).toThrow(
      'line 2, column amount: an amount of zero moves nothing',
    );
  });

  it('with dollars where cents should be is refused', () => {
    expect(() => parseBankFile('date,reference,amount_cents\n2026-01-05,a,980.00')).toThrow(
      'line 2, column amount_cents: "980.00" is not whole cents such as -98000',
    );
  });

  it('with more rows than are compared at once is refused', () => {
    const rows = '2026-01-05,a,1\n'.repeat(200_001);
    expect(() => parseBankFile(`${HEADER}\n${rows}`)).toThrow('the file has more than 200000 rows');
  });
});
