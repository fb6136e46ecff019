import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toCsv } from './csv.js';

const csvOf = (text: string): string => toCsv({ Text: (row: string) => row }, [text]);

/** The cell for a string, as a spreadsheet reads it. */
function cellOf(text: string): string {
  const cell = csvOf(text).slice('Text\r\n'.length, -'\r\n'.length);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

describe('a CSV file', () => {
  it.each([
    ['a;=1+1', '"a;\'=1+1"'],
    ['a\t=1+1', '"a\t\'=1+1"'],
    ['a; @SUM(1)', '"a; \'@SUM(1)"'],
    ['a;b', '"a;b"'],
    ['one\r\n-2', '"one\r\n\'-2"'],
    ['=1+1', "'=1+1"],
    ['@x', "'@x"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['rent; －1', '"rent; \'－1"'],
    ['O-Hara=5', 'O-Hara=5'],
  ])('turns %j into the text %j [CON-6, SEC-8]', (text, cell) => {
    expect(csvOf(text)).toBe(`Text\r\n${cell}\r\n`);
  });

  it.each(['+1 (415) 555-0142', '+4915112345678', '+44.20.7946.0000'])(
    'leaves the phone number %s alone [CON-6]',
    (text) => {
      expect(cellOf(text)).toBe(text);
    },
  );

  it.each(['+1+1', '+cmd|1', '+(1)*2', '+1 (415) 555-0142=1'])(
    'turns %s into text, because it is not a phone number [CON-6]',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`);
    },
  );

  it('has no cell that starts with a formula, even in a spreadsheet that ends cells at semicolons, tabs or line breaks [CON-6, SEC-8]', () => {
    const unit = fc.constantFrom('=', '+', '-', '@', ';', '\t', '\r', '\n', ' ', 'a', '1', '"', ',');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const cells = cellOf(text).split(/[;\t\r\n]/);
        const formulas = cells.filter(
          (cell) => /^\s*[=+\-@]/.test(cell) && !/^\+\d[\d ().-]{5,30}$/.test(cell),
        );
        expect(formulas.filter((cell, index) => index > 0 || !cell.startsWith(' '))).toEqual([]);
      }),
    );
  });
});
