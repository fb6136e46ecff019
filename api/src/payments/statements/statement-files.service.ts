import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { BRAND } from '@moniker/common/brand.js';
import { AccountRequestsService } from '../../kyc/account-requests/account-requests.service.js';
import { AppError } from '../../http/app-error.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { TransactionHistory } from '../transactions/transaction-history.service.js';
import { csvFile, pdfFile } from '../../http/file-response.js';
import type { TransactionFilterQuery } from '../transactions/transaction-history.dto.js';
import { historyCsv } from './history-csv.js';
import type { StatementDto, StatementQuery } from './statement.dto.js';
import { statementCsv } from './statement-csv.js';
import { StatementsService } from './statements.service.js';

/** Longer statements are available only as CSV, because rendering pages takes time. */
const MAX_PDF_LINES = 2_000;

const FILE_PREFIX = BRAND.toLowerCase();

/** Statements, histories and receipts as files (STM-4, STM-5, TXN-6, TXN-9). */
@Injectable()
export class StatementFiles {
  constructor(
    private readonly statements: StatementsService,
    private readonly history: TransactionHistory,
    private readonly requests: AccountRequestsService,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async statementPdf(userId: string, query: StatementQuery): Promise<StreamableFile> {
    const statement = await this.statements.statement(userId, query);
    if (statement.lines.length > MAX_PDF_LINES) {
      const message = `A PDF can have at most ${MAX_PDF_LINES.toLocaleString('en-US')} lines. Please choose a shorter period`;
      throw new AppError('VALIDATION_FAILED', message, { fields: ['from', 'to'] });
    }
    // Loads the PDF library with the first document instead of at startup.
    const { statementPdf } = await import('./statement-pdf.js');
    return pdfFile(`${statementBaseName(statement)}.pdf`, await statementPdf(statement));
  }

  async statementCsv(userId: string, query: StatementQuery): Promise<StreamableFile> {
    const statement = await this.statements.statement(userId, query);
    return csvFile(`${statementBaseName(statement)}.csv`, statementCsv(statement));
  }

  /** Exports exactly the lines that the history shows for these filters, across all its pages (TXN-6). */
  async historyCsv(userId: string, query: TransactionFilterQuery): Promise<StreamableFile> {
    const lines = await this.history.all(userId, query);
    return csvFile(`${FILE_PREFIX}-payments-${this.days.today()}.csv`, historyCsv(lines, this.days));
  }

  /** @throws NOT_FOUND the transaction is not in this customer's history (TXN-8) */
  async receipt(userId: string, transactionId: string): Promise<StreamableFile> {
    const transaction = await this.history.detail(userId, transactionId);
    const [accountHolder, accountNumber] = await Promise.all([
      this.statements.holderOf(userId),
      this.requests.accountNumberOf(userId),
    ]);
    const { timeZone } = this.days;
    const { receiptPdf } = await import('./receipt-pdf.js');
    const bytes = await receiptPdf(transaction, {
      accountHolder,
      accountNumber,
      timeZone,
      generatedAt: this.now(),
    });
    const kind = transaction.status === 'completed' ? 'receipt' : 'transaction';
    return pdfFile(`${FILE_PREFIX}-${kind}-${this.days.dayOf(new Date(transaction.date))}.pdf`, bytes);
  }
}

function statementBaseName({ from, to }: StatementDto): string {
  return `${FILE_PREFIX}-statement-${from}-to-${to}`;
}
