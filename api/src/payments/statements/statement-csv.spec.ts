import { describe, expect, it } from '@jest/globals';
import type { Posting } from './account-postings.service.js';
import { statementCsv } from './statement-csv.js';
import { type StatementDto, totalsOf } from './statement.dto.js';

const POSTING: Posting = {
  position: 7,
  transactionId: 'a0000000-0000-4000-8000-000000000001',
  kind: 'transfer',
  description: 'Transfer to Corner Greens',
  subject: 'Transfer to Corner Greens',
  counterpartyEnding: '7825',
  amountCents: -20_000,
  feeCents: 400,
  holdCents: -20_000,
  balanceAfterCents: 123_450,
  heldAfterCents: 0,
  at: new Date('2026-11-21T04:05:00.000Z'),
};

function csvOf(...descriptions: string[]): string {
  const postings = descriptions.map((description) => ({ ...POSTING, description }));
  const statement: StatementDto = {
    accountHolder: 'Alice Moreno',
    accountNumber: '482915306',
    from: '2026-11-01',
    to: '2026-11-30',
    timeZone: 'America/New_York',
    generatedAt: new Date('2026-12-01T00:00:00.000Z'),
    openingCents: 0,
    closingCents: 0,
    totals: totalsOf(postings),
    lines: postings.map((posting) => ({ ...posting, date: '2026-11-20' })),
  };
  return statementCsv(statement);
}

const HEADER =
  'Date (America/New_York),Posted at (UTC),Description,Type,Amount (USD),Fee included (USD),Balance after (USD),Transaction ID\r\n';

describe('statementCsv', () => {
  it('writes a header and one row per line, each ended by CR LF', () => {
    expect(csvOf()).toBe(HEADER);
    expect(csvOf('Transfer to Corner Greens')).toBe(
      `${HEADER}2026-11-20,2026-11-21T04:05:00.000Z,Transfer to Corner Greens,Transfer,-200.00,4.00,1234.50,a0000000-0000-4000-8000-000000000001\r\n`,
    );
  });

  it.each([
    ['a comma', 'Rent, March', '"Rent, March"'],
    ['a quotation mark', 'The "big" one', '"The ""big"" one"'],
    ['a line break', 'one\r\ntwo', '"one\r\ntwo"'],
    ['a formula', '=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['a plus sign', '+1 555', "'+1 555"],
    ['a minus sign', '-2+3', "'-2+3"],
    ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a tab', '\t=1', `"'\t'=1"`],
    ['a carriage return', '\r=1', `"'\r'=1"`],
    ['a formula that is not at the start', 'a =1', 'a =1'],
    ['letters of any script', 'Zoë → 東京', 'Zoë → 東京'],
  ])('writes %s safely [STM-4, SEC-8]', (_, description, cell) => {
    expect(csvOf(description)).toContain(`.000Z,${cell},Transfer,`);
  });
});
