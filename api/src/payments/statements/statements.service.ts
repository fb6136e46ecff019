import { Inject, Injectable } from '@nestjs/common';
import { MAX_STATEMENT_DAYS } from '@moniker/common/limits.js';
import { AccountRequestsService } from '../../kyc/account-requests/account-requests.service.js';
import { KycService } from '../../kyc/identity-checks/kyc.service.js';
import { AppError } from '../../http/app-error.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { addDays, firstOfMonth } from '../../platform/time/bank-day.js';
import { BankDays, dayCount } from '../../platform/time/bank-days.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import { AccountPostings, type Posting } from './account-postings.service.js';
import { type StatementDto, type StatementQuery, totalsOf } from './statement.dto.js';

/** A range with more lines needs several statements. */
const MAX_LINES = 10_000;

interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Statements for a customer's account: the postings in a range of bank days, with the opening and closing balances
 * (STM-1).
 */
@Injectable()
export class StatementsService {
  constructor(
    private readonly postings: AccountPostings,
    private readonly days: BankDays,
    private readonly users: UsersService,
    private readonly kyc: KycService,
    private readonly requests: AccountRequestsService,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * @throws VALIDATION_FAILED the range is invalid or too long, lies in the future or before the account was opened, or
   *   has too many lines
   */
  async statement(userId: string, query: StatementQuery): Promise<StatementDto> {
    const { from, to } = await this.rangeOfAccount(userId, requestedRange(query));
    const generatedAt = this.now();
    const [before, after] = await this.postings.balancesAt(userId, [
      new Date(this.days.startOf(from).getTime() - 1),
      this.days.endOf(to),
    ]);
    if (before === undefined || after === undefined)
      throw new Error('the balance search returned too few rows');
    const [lines, accountHolder, accountNumber] = await Promise.all([
      this.linesBetween(userId, before.position, after.position),
      this.holderOf(userId),
      this.requests.accountNumberOf(userId),
    ]);
    const totals = totalsOf(lines);
    assertAddsUp(before.postedCents, lines, after.postedCents);
    return {
      accountHolder,
      accountNumber,
      from,
      to,
      timeZone: this.days.timeZone,
      generatedAt,
      openingCents: before.postedCents,
      closingCents: after.postedCents,
      totals,
      lines: lines.map((line) => ({ ...line, date: this.days.dayOf(line.at) })),
    };
  }

  /** Returns the account holder's name: the company's for a business account, otherwise the user's. */
  async holderOf(userId: string): Promise<string> {
    const [user, company] = await Promise.all([this.users.getById(userId), this.kyc.companyOf(userId)]);
    return company || `${user.firstName} ${user.lastName}`;
  }

  /** Limits a range to the days from the account's opening until today, because no other day has a balance (STM-7). */
  private async rangeOfAccount(userId: string, { from, to }: DayRange): Promise<DayRange> {
    const openedOn = this.days.dayOf((await this.users.getById(userId)).createdAt);
    const today = this.days.today();
    if (from > today) throw invalid("This period hasn't started yet", ['from', 'month']);
    if (to < openedOn) throw invalid('Your account was opened after this period', ['to', 'month']);
    return { from: from < openedOn ? openedOn : from, to: to > today ? today : to };
  }

  private async linesBetween(
    userId: string,
    afterPosition: number,
    upToPosition: number,
  ): Promise<Posting[]> {
    const lines = await this.postings.within(userId, {
      afterPosition,
      upToPosition,
      limit: MAX_LINES + 1,
      isPostedOnly: true,
    });
    if (lines.length > MAX_LINES) {
      const limit = MAX_LINES.toLocaleString('en-US');
      throw invalid(`This range has more than ${limit} lines. Please choose a shorter one`, ['from', 'to']);
    }
    return lines;
  }
}

function requestedRange({ from, to, month }: StatementQuery): DayRange {
  if (month !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw invalid('Please give either "month" or both "from" and "to"', ['month']);
    }
    const first = `${month}-01`;
    return { from: first, to: addDays(firstOfMonth(addDays(first, 31)), -1) };
  }
  if (from === undefined || to === undefined) {
    throw invalid('Please give either "month" or both "from" and "to"', ['from', 'to']);
  }
  if (from > to) throw invalid("“From” can't be after “To”", ['from', 'to']);
  if (dayCount(from, to) > MAX_STATEMENT_DAYS) {
    throw invalid(`A statement can cover at most ${MAX_STATEMENT_DAYS} days`, ['from', 'to']);
  }
  return { from, to };
}

function invalid(message: string, fields: readonly string[]): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields });
}

/**
 * Checks that a statement adds up. A statement that doesn't is never shown (STM-2).
 *
 * @throws Error the lines do not lead from the opening to the closing balance
 */
function assertAddsUp(openingCents: number, lines: readonly Posting[], closingCents: number): void {
  let balanceCents = openingCents;
  for (const { position, amountCents, balanceAfterCents } of lines) {
    balanceCents += amountCents;
    if (balanceCents !== balanceAfterCents) {
      throw new Error(`the account's lines do not add up at position ${position}`);
    }
  }
  if (balanceCents !== closingCents) throw new Error("the account's lines do not add up to its balance");
}
