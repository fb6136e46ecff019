import { describe, expect, it } from '@jest/globals';
import { csvText } from './csv.js';

describe('csvText', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)', '\t=1'])(
    'marks %j as text, so that no spreadsheet evaluates it [SEC-8]',
    (text) => expect(csvText(text)).toBe(`'${text}`),
  );

  it.each([
    ['rent;=1+1;x', "rent;'=1+1;x"],
    ['rent; ＝1+1', "rent; '＝1+1"],
    [';-1;+1', ";'-1;'+1"],
  ])('marks a formula in %j, which is a cell where semicolons separate cells [SEC-8]', (text, cell) => {
    expect(csvText(text)).toBe(cell);
  });

  it.each(['', 'Rent', 'a=b', 'Groceries; rent', 'O-Hara', '５'])('leaves %j as it is [SEC-8]', (text) => {
    expect(csvText(text)).toBe(text);
  });
});
