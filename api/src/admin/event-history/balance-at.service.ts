import { Injectable } from '@nestjs/common';
import { accountIdOf, systemAccountName } from '../../ledger/domain/accounts.js';
import {
  LedgerBalances,
  type BalanceEntry,
  type PointInTime,
} from '../../ledger/queries/ledger-balances.service.js';
import { AppError } from '../../http/app-error.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { BalanceAtDto, BalanceFiguresDto, BalanceQuery } from './balance-at.dto.js';
import type { EventDto } from './event-history.dto.js';
import { accountTitle } from './event-history.service.js';
import { EventViewsService } from './event-views.service.js';
import { deletedPerson, PeopleService, type Viewer } from './people.service.js';

const MAX_STEPS = 100;

/** Returns an account's balance at any point in time, with the entries that led to it (HIST-4). */
@Injectable()
export class BalanceAtService {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly views: EventViewsService,
    private readonly people: PeopleService,
    private readonly days: BankDays,
  ) {}

  /** @throws AppError NOT_FOUND the account or the position does not exist */
  async get(account: string, query: BalanceQuery, viewer: Viewer): Promise<BalanceAtDto> {
    const accountId = accountIdOf(account);
    if (accountId === null) throw new AppError('NOT_FOUND');
    const pointInTime = this.pointInTimeOf(query);
    const past = await this.balances.balanceAt(accountId, pointInTime, MAX_STEPS);
    if (past === null) throw new AppError('NOT_FOUND');
    const { at, balance, entries, events } = past;
    const isSystem = systemAccountName(accountId) !== null;
    const names = await this.people.findByIds(isSystem ? [] : [accountId], viewer);
    const views = await this.views.toDtos(events, viewer);
    const byPosition = new Map(views.map((view) => [view.position, view]));
    const oldest = entries.at(-1);
    return {
      accountId,
      name: accountTitle(accountId, names),
      customer: isSystem ? null : (names.get(accountId) ?? deletedPerson(accountId)),
      status: balance?.status ?? 'not opened',
      position: at.position,
      recordedAt: at.position === 0 ? null : at.recordedAt,
      balance: toFigures(balance?.postedCents ?? 0, balance?.heldCents ?? 0),
      steps: entries.flatMap((step) => toStepDto(step, byPosition.get(step.position))),
      before: oldest === undefined ? toFigures(0, 0) : figuresBefore(oldest),
      hasOlder: past.hasOlder,
      timeZone: this.days.timeZone,
    };
  }

  private pointInTimeOf({ day, position }: BalanceQuery): PointInTime | undefined {
    if (position !== undefined) return { kind: 'position', position: Number(position) };
    return day === undefined ? undefined : { kind: 'time', time: this.days.endOf(day) };
  }
}

function toStepDto(step: BalanceEntry, event: EventDto | undefined): BalanceAtDto['steps'] {
  if (event === undefined) return [];
  return [{ ...event, ...step, ...toFigures(step.postedAfterCents, step.heldAfterCents) }];
}

function figuresBefore(step: BalanceEntry): BalanceFiguresDto {
  return toFigures(step.postedAfterCents - step.amountCents, step.heldAfterCents - step.holdCents);
}

function toFigures(postedCents: number, heldCents: number): BalanceFiguresDto {
  return { postedCents, heldCents, availableCents: postedCents - heldCents };
}
