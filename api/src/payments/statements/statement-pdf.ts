import { setImmediate } from 'node:timers/promises';
import { formatCents } from '@moniker/common/money.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { COLORS, PAGE, PdfDocument } from './pdf-document.js';
import { describeByAccount } from './posting-kinds.js';
import type { StatementDto, StatementLineDto } from './statement.dto.js';

const COLUMN = { date: PAGE.left, description: PAGE.left + 74, amount: 470, balance: PAGE.right } as const;
const SUMS_X = 350;
const DESCRIPTION_WIDTH = 270;
const LINE_HEIGHT = 12;
const ROW_PADDING = 10;
const FIRST_ROW_OF_LATER_PAGES = PAGE.top + 66;

const SHORT = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
const LONG = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** Renders a statement: the sums first, then each line with the balance after it (STM-5). */
export async function statementPdf(statement: StatementDto): Promise<Buffer> {
  const { generatedAt } = statement;
  const range = `${longDate(statement.from)} to ${longDate(statement.to)}`;
  const pdf = new PdfDocument(`Statement, ${range}`, generatedAt);
  pdf.drawLetterhead('Account statement', range);
  let y = tableHead(pdf, summary(pdf, statement));
  y = balanceRow(pdf, y, statement.from, 'Opening balance', formatCents(statement.openingCents));
  for (const line of statement.lines) {
    const wrapped = pdf.wrapText(descriptionOf(pdf, line), DESCRIPTION_WIDTH, 2);
    const height = rowHeight(wrapped);
    if (y + height > PAGE.bottom) {
      y = nextPage(pdf, range);
      // Yield to other requests between pages.
      await setImmediate();
    }
    row(pdf, y, line, wrapped);
    y += height;
  }
  if (y + rowHeight(['']) > PAGE.bottom) y = nextPage(pdf, range);
  if (statement.lines.length === 0) y = note(pdf, y, 'No activity in this period.');
  balanceRow(pdf, y, statement.to, 'Closing balance', formatCents(statement.closingCents));
  return pdf.finish(
    `Days and times are in ${zoneName(statement.timeZone)} · Generated ${formatTimestamp(generatedAt, statement.timeZone)}`,
  );
}

/** `America/New_York` → `New York time`. */
function zoneName(timeZone: string): string {
  return `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`;
}

function summary(pdf: PdfDocument, statement: StatementDto): number {
  const { totals } = statement;
  const top = PAGE.top + 50;
  pdf.drawText(pdf.shownOr(statement.accountHolder, 'Account holder'), PAGE.left, top, {
    size: 12,
    weight: 'semibold',
  });
  const number =
    statement.accountNumber === null ? 'No account number yet' : `Account ${statement.accountNumber}`;
  pdf.drawText(number, PAGE.left, top + 17, { color: COLORS.muted });
  const refunded =
    totals.refundedFeesCents === 0
      ? []
      : ([['Refunded fees (part of money in)', totals.refundedFeesCents]] as const);
  const sums: readonly (readonly [name: string, cents: number, isSigned?: boolean])[] = [
    ['Opening balance', statement.openingCents],
    ['Money in', totals.moneyInCents, true],
    ...refunded,
    ['Money out', totals.moneyOutCents, true],
    ['Fees (part of money out)', totals.feesCents],
    ['Closing balance', statement.closingCents],
  ];
  let y = top;
  for (const [index, [name, cents, isSigned]] of sums.entries()) {
    const isClosing = index === sums.length - 1;
    const isWithin = name.includes('(part of ');
    if (isClosing) {
      y += 4;
      pdf.drawRule(y - 5, { left: SUMS_X, color: COLORS.text });
    }
    const weight = isClosing ? 'semibold' : 'regular';
    const color = isWithin ? COLORS.muted : isClosing ? COLORS.accent : COLORS.text;
    pdf.drawText(name, isWithin ? SUMS_X + 10 : SUMS_X, y, { weight, color });
    pdf.drawText(formatCents(cents, isSigned), PAGE.right, y, { weight, color, align: 'right' });
    y += 16;
  }
  return y + 22;
}

function tableHead(pdf: PdfDocument, y: number): number {
  const small = { size: 8, color: COLORS.muted, weight: 'semibold' } as const;
  pdf.drawText('Date', COLUMN.date, y, small);
  pdf.drawText('Description', COLUMN.description, y, small);
  pdf.drawText('Amount', COLUMN.amount, y, { ...small, align: 'right' });
  pdf.drawText('Balance', COLUMN.balance, y, { ...small, align: 'right' });
  pdf.drawRule(y + 14, { color: COLORS.text });
  return y + 15;
}

function nextPage(pdf: PdfDocument, range: string): number {
  pdf.addPage();
  pdf.drawLetterhead('Account statement', range);
  return tableHead(pdf, FIRST_ROW_OF_LATER_PAGES - 18);
}

function row(pdf: PdfDocument, y: number, line: StatementLineDto, wrapped: readonly string[]): void {
  const top = y + ROW_PADDING / 2;
  pdf.drawText(shortDate(line.date), COLUMN.date, top, { color: COLORS.muted });
  wrapped.forEach((text, index) => pdf.drawText(text, COLUMN.description, top + index * LINE_HEIGHT));
  const color = line.amountCents > 0 ? COLORS.accent : COLORS.text;
  pdf.drawText(formatCents(line.amountCents, true), COLUMN.amount, top, { color, align: 'right' });
  pdf.drawText(formatCents(line.balanceAfterCents), COLUMN.balance, top, { align: 'right' });
  pdf.drawRule(y + rowHeight(wrapped));
}

function descriptionOf(
  pdf: PdfDocument,
  { description, kind, counterpartyEnding }: StatementLineDto,
): string {
  return pdf.shownOr(description, describeByAccount(kind, counterpartyEnding));
}

function balanceRow(pdf: PdfDocument, y: number, day: string, name: string, balance: string): number {
  const top = y + ROW_PADDING / 2;
  pdf.drawText(shortDate(day), COLUMN.date, top, { color: COLORS.muted });
  pdf.drawText(name, COLUMN.description, top, { weight: 'semibold' });
  pdf.drawText(balance, COLUMN.balance, top, { weight: 'semibold', align: 'right' });
  const end = y + rowHeight(['']);
  pdf.drawRule(end, { color: COLORS.text });
  return end;
}

function note(pdf: PdfDocument, y: number, text: string): number {
  pdf.drawText(text, COLUMN.description, y + ROW_PADDING / 2, { color: COLORS.muted });
  pdf.drawRule(y + rowHeight(['']));
  return y + rowHeight(['']);
}

function rowHeight(wrapped: readonly string[]): number {
  return Math.max(1, wrapped.length) * LINE_HEIGHT + ROW_PADDING;
}

function shortDate(day: string): string {
  return SHORT.format(Date.parse(day));
}

function longDate(day: string): string {
  return LONG.format(Date.parse(day));
}
