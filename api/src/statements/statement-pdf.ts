import { setImmediate } from 'node:timers/promises';
import { formatUsd } from '../ledger/domain/money.js';
import { formatTimestamp } from '../platform/time/bank-day.js';
import { COLORS, PAGE, PdfDocument } from './pdf-document.js';
import type { StatementDto, StatementLineDto } from './statement.dto.js';

const COLUMN = { date: PAGE.left, description: PAGE.left + 74, amount: 470, balance: PAGE.right } as const;
const DESCRIPTION_WIDTH = 270;
const LINE_HEIGHT = 12;
const ROW_PADDING = 10;
const FIRST_ROW_OF_LATER_PAGES = PAGE.top + 66;

const SHORT = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
const LONG = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** A statement as a document: the sums first, then each line with the balance that it left. */
export async function statementPdf(statement: StatementDto): Promise<Buffer> {
  const generatedAt = new Date(statement.generatedAt);
  const range = `${longDate(statement.from)} to ${longDate(statement.to)}`;
  const paper = await PdfDocument.create(`Statement, ${range}`, generatedAt);
  paper.drawLetterhead('Account statement', range);
  let y = tableHead(paper, summary(paper, statement));
  y = balanceRow(paper, y, statement.from, 'Opening balance', statement.opening);
  for (const line of statement.lines) {
    const words = paper.wrapText(line.description, DESCRIPTION_WIDTH, 2);
    const height = rowHeight(words);
    if (y + height > PAGE.bottom) {
      y = nextPage(paper, range);
      // Other requests get their turn between two pages.
      await setImmediate();
    }
    row(paper, y, line, words);
    y += height;
  }
  if (y + rowHeight(['']) > PAGE.bottom) y = nextPage(paper, range);
  if (statement.lines.length === 0) y = note(paper, y, 'Nothing was posted in this time.');
  balanceRow(paper, y, statement.to, 'Closing balance', statement.closing);
  return paper.finish(
    `Days and times in ${statement.timeZone} · made ${formatTimestamp(generatedAt, statement.timeZone)}`,
  );
}

function summary(paper: PdfDocument, statement: StatementDto): number {
  const { totals } = statement;
  const top = PAGE.top + 50;
  paper.drawText(statement.accountHolder, PAGE.left, top, { size: 12, weight: 'semibold' });
  const number =
    statement.accountNumber === null ? 'No account number yet' : `Account ${statement.accountNumber}`;
  paper.drawText(number, PAGE.left, top + 17, { color: COLORS.faint });
  const sums: readonly (readonly [string, string])[] = [
    ['Opening balance', statement.opening],
    ['Money in', totals.moneyIn],
    ['Money out', totals.moneyOut],
    ['of which fees', totals.fees],
    ['Closing balance', statement.closing],
  ];
  let y = top;
  for (const [index, [name, amount]] of sums.entries()) {
    const isClosing = index === sums.length - 1;
    const isWithin = name === 'of which fees';
    if (isClosing) {
      y += 4;
      paper.drawRule(y - 5, { left: 360, color: COLORS.ink });
    }
    const weight = isClosing ? 'semibold' : 'regular';
    const color = isWithin ? COLORS.faint : isClosing ? COLORS.accent : COLORS.ink;
    paper.drawText(name, isWithin ? 370 : 360, y, { weight, color });
    paper.drawText(amount, PAGE.right, y, { weight, color, align: 'right' });
    y += 16;
  }
  return y + 22;
}

function tableHead(paper: PdfDocument, y: number): number {
  const small = { size: 8, color: COLORS.faint, weight: 'semibold' } as const;
  paper.drawText('Date', COLUMN.date, y, small);
  paper.drawText('Description', COLUMN.description, y, small);
  paper.drawText('Amount', COLUMN.amount, y, { ...small, align: 'right' });
  paper.drawText('Balance', COLUMN.balance, y, { ...small, align: 'right' });
  paper.drawRule(y + 14, { color: COLORS.ink });
  return y + 15;
}

function nextPage(paper: PdfDocument, range: string): number {
  paper.addPage();
  paper.drawLetterhead('Account statement', range);
  return tableHead(paper, FIRST_ROW_OF_LATER_PAGES - 18);
}

function row(paper: PdfDocument, y: number, line: StatementLineDto, words: readonly string[]): void {
  const top = y + ROW_PADDING / 2;
  paper.drawText(shortDate(line.date), COLUMN.date, top, { color: COLORS.faint });
  words.forEach((text, index) => paper.drawText(text, COLUMN.description, top + index * LINE_HEIGHT));
  const color = line.amountCents > 0 ? COLORS.accent : COLORS.ink;
  paper.drawText(signed(line.amountCents), COLUMN.amount, top, { color, align: 'right' });
  paper.drawText(line.balanceAfter, COLUMN.balance, top, { align: 'right' });
  paper.drawRule(y + rowHeight(words));
}

function balanceRow(paper: PdfDocument, y: number, day: string, name: string, balance: string): number {
  const top = y + ROW_PADDING / 2;
  paper.drawText(shortDate(day), COLUMN.date, top, { color: COLORS.faint });
  paper.drawText(name, COLUMN.description, top, { weight: 'semibold' });
  paper.drawText(balance, COLUMN.balance, top, { weight: 'semibold', align: 'right' });
  const end = y + rowHeight(['']);
  paper.drawRule(end, { color: COLORS.ink });
  return end;
}

function note(paper: PdfDocument, y: number, text: string): number {
  paper.drawText(text, COLUMN.description, y + ROW_PADDING / 2, { color: COLORS.faint });
  paper.drawRule(y + rowHeight(['']));
  return y + rowHeight(['']);
}

function rowHeight(words: readonly string[]): number {
  return Math.max(1, words.length) * LINE_HEIGHT + ROW_PADDING;
}

function signed(cents: number): string {
  return cents > 0 ? `+${formatUsd(cents)}` : formatUsd(cents);
}

function shortDate(day: string): string {
  return SHORT.format(Date.parse(day));
}

function longDate(day: string): string {
  return LONG.format(Date.parse(day));
}
