import { formatCents } from '@moniker/common/money.js';
import { isolate } from '@moniker/common/typed-text.js';
import { isVoidStatus, type TransactionStatus } from '@moniker/common/transactions.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import type { TransactionDetailDto } from '../transactions/transaction-history.dto.js';
import { describeByAccount } from './posting-kinds.js';
import { COLORS, PAGE, PdfDocument } from './pdf-document.js';

/** The data of a receipt besides the transaction itself. */
export interface ReceiptContext {
  readonly accountHolder: string;
  readonly accountNumber: string | null;
  readonly timeZone: string;
  readonly generatedAt: Date;
}

const VALUE_X = PAGE.left + 150;
const VALUE_WIDTH = PAGE.right - VALUE_X;
const LINE_HEIGHT = 13;
const ROW_PADDING = 11;
const MAX_VALUE_LINES = 4;

/** Describes the status for the receipt's reader. */
function statusTextOf(transaction: TransactionDetailDto): string {
  const { status, amountCents } = transaction;
  if (!isReversed(transaction)) return STATUS_TEXTS[status];
  if (!isTransfer(transaction)) return `Reversed; ${formatCents(amountCents)} was taken out of your account`;
  return `Reversed; ${formatCents(amountCents)} is back in your account${isVoidStatus(status) ? '' : ', on hold'}`;
}

function isReversed({ status, postedAt }: TransactionDetailDto): boolean {
  return status !== 'completed' && postedAt !== null;
}

const STATUS_TEXTS: Readonly<Record<TransactionStatus, string>> = {
  completed: 'Completed',
  pending: 'Pending review; not completed',
  processing: 'Processing; not completed',
  initiated: 'Initiated; not completed',
  in_review: 'In review; not completed',
  failed: 'Failed; no money moved',
  cancelled: 'Cancelled; no money moved',
};

/** Renders a receipt: one transaction on one page (TXN-9). */
export async function receiptPdf(
  transaction: TransactionDetailDto,
  context: ReceiptContext,
): Promise<Buffer> {
  const format = (time: Date) => formatTimestamp(time, context.timeZone);
  const date = format(transaction.date);
  const isCompleted = transaction.status === 'completed';
  const title = isCompleted ? 'Receipt' : 'Transaction details';
  const pdf = new PdfDocument(`${title}, ${date}`, context.generatedAt);
  pdf.drawLetterhead(title, date);
  const top = PAGE.top + 56;
  const [amountLabel, amount] = amountOf(transaction);
  pdf.drawText(amountLabel, PAGE.left, top, { color: COLORS.muted });
  pdf.drawText(amount, PAGE.left, top + 14, { size: 30, weight: 'semibold' });
  pdf.drawText(statusTextOf(transaction), PAGE.left, top + 56, {
    size: 11,
    weight: 'semibold',
    color: isCompleted ? COLORS.accent : COLORS.text,
  });
  let y = top + 88;
  pdf.drawRule(y, { color: COLORS.text });
  const accountHolder = pdf.shownOr(context.accountHolder, 'Account holder');
  for (const [name, value] of receiptRows(
    withPrintableTexts(pdf, transaction),
    { ...context, accountHolder },
    format,
  )) {
    const lines = pdf.wrapText(value, VALUE_WIDTH, MAX_VALUE_LINES);
    pdf.drawText(name, PAGE.left, y + ROW_PADDING / 2, { color: COLORS.muted });
    lines.forEach((line, index) => pdf.drawText(line, VALUE_X, y + ROW_PADDING / 2 + index * LINE_HEIGHT));
    y += Math.max(1, lines.length) * LINE_HEIGHT + ROW_PADDING;
    pdf.drawRule(y);
  }
  return pdf.finish(`Generated ${formatTimestamp(context.generatedAt, context.timeZone)}`);
}

/**
 * Returns the amount with its label. Unlike the other kinds, an adjustment can be either a debit or a credit, so only
 * an adjustment's amount has a sign.
 */
function amountOf(transaction: TransactionDetailDto): readonly [label: string, amount: string] {
  const { type, amountCents } = transaction;
  if (isAdjustment(transaction))
    return ['Amount', formatCents(type === 'debit' ? -amountCents : amountCents, true)];
  return [isTransfer(transaction) ? 'Amount' : 'Amount received', formatCents(amountCents)];
}

function withPrintableTexts(pdf: PdfDocument, transaction: TransactionDetailDto): TransactionDetailDto {
  const { description, recipientName, purpose, paymentFor, recipientAccount, fromAccount, customerReason } =
    transaction;
  const byAccount = describeByAccount(transaction.kind, recipientAccount?.slice(-4) ?? null);
  return {
    ...transaction,
    description: pdf.shownOr(description, byAccount),
    recipientName: recipientName && pdf.shownOr(recipientName, 'Recipient'),
    fromAccount: fromAccount && pdf.shownOr(fromAccount, 'Sender'),
    purpose: purpose && pdf.shownOr(purpose, purpose),
    paymentFor: paymentFor && pdf.shownOr(paymentFor, paymentFor),
    customerReason: customerReason && pdf.shownOr(customerReason, customerReason),
  };
}

function receiptRows(
  transaction: TransactionDetailDto,
  { accountHolder, accountNumber }: ReceiptContext,
  format: (time: Date) => string,
): (readonly [string, string])[] {
  const { purpose, feeCents, netAmountCents, balanceAfterCents, postedAt, shownAt } = transaction;
  const last = transaction.timeline.at(-1);
  const holder = isolate(accountHolder);
  const account = joinKnown([holder, labeled('account', accountNumber)]);
  const other = counterpartyOf(transaction);
  const [from, to] = isAdjustment(transaction)
    ? [null, null]
    : isTransfer(transaction)
      ? [account, other]
      : [other, account];
  const rows: (readonly [string, string | null])[] = [
    ['Description', transaction.description],
    ['Requested', isTransfer(transaction) ? format(transaction.createdAt) : null],
    [isReversed(transaction) ? 'Reversed' : 'Posted', postedAt && format(postedAt)],
    ['Dated', shownAt && format(shownAt)],
    ['Account', isAdjustment(transaction) ? joinKnown([holder, accountNumber]) : null],
    ['From', from],
    ['To', to],
    ['Purpose', purpose],
    ['For', transaction.paymentFor],
    ['Reason', transaction.customerReason],
    ['Fee', feeCents === 0 ? null : `${formatCents(feeCents)}, included in the amount`],
    ['Recipient gets', feeCents === 0 ? null : formatCents(netAmountCents)],
    ['Balance after', balanceAfterCents === null ? null : formatCents(balanceAfterCents)],
    ['Transaction ID', transaction.id],
    ['Ledger entry', last === undefined ? null : `No. ${last.position}, ${last.hash}`],
  ];
  return rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const]));
}

function counterpartyOf(transaction: TransactionDetailDto): string | null {
  const { recipientName, recipientAccount, recipientRouting, fromAccount, fromRouting } = transaction;
  return isTransfer(transaction)
    ? joinKnown([
        recipientName && isolate(recipientName),
        labeled('account', recipientAccount),
        labeled('routing', recipientRouting),
      ])
    : joinKnown([fromAccount && isolate(fromAccount), labeled('routing', fromRouting)]);
}

function isTransfer({ kind }: TransactionDetailDto): boolean {
  return kind === 'transfer';
}

function isAdjustment({ kind }: TransactionDetailDto): boolean {
  return kind === 'adjustment';
}

function labeled(label: string, value: string | null): string | null {
  return value === null || value === '' ? null : `${label} ${value}`;
}

function joinKnown(parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null && part !== '');
  return known.length === 0 ? null : known.join(', ');
}
