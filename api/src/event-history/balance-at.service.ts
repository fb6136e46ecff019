import { Injectable } from '@nestjs/common';
import { moneyFields } from '../http/money-fields.js';
import { DataSource } from 'typeorm';
import { accountIdOf, systemAccountName } from '../ledger/domain/account-names.js';
import { balancesAt } from '../ledger/queries/balances.js';
import { balanceEntries, type BalanceEntry } from '../ledger/queries/balance-entries.js';
import {
  NoSuchPositionError,
  resolvePosition,
  type PointInTime,
} from '../ledger/queries/resolve-position.js';
import { readEventsAt } from '../ledger/log/read-events.js';
import { readInSnapshot } from '../platform/database/read-in-snapshot.js';
import type { Sql } from '../platform/database/sql.js';
import { AppError } from '../http/app-error.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import type { BalanceAtDto, BalanceFiguresDto, BalanceQuery } from './balance-at.dto.js';
import type { EventDto } from './event-history.dto.js';
import { accountTitle } from './event-history.service.js';
import { EventViewsService } from './event-views.service.js';
import { deletedPerson, PeopleService } from './people.service.js';

const MAX_STEPS = 100;

/** Returns the balance of an account at any point in time, with the entries that led to it (HIST-4). */
@Injectable()
export class BalanceAtService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly views: EventViewsService,
    private readonly people: PeopleService,
    private readonly days: BankDays,
  ) {}

  /** @throws AppError NOT_FOUND if the account or the position does not exist */
  async get(account: string, query: BalanceQuery): Promise<BalanceAtDto> {
    const accountId = accountIdOf(account);
    if (accountId === null) throw new AppError('NOT_FOUND');
    const pointInTime = this.pointInTimeOf(query);
    const { end, balance, entries, events } = await readInSnapshot(this.dataSource, (sql) =>
      read(sql, accountId, pointInTime),
    );
    const isSystem = systemAccountName(accountId) !== null;
    const names = await this.people.findByIds(isSystem ? [] : [accountId]);
    const views = await this.views.toDtos(events);
    const byPosition = new Map(views.map((view) => [view.position, view]));
    const steps = entries.slice(0, MAX_STEPS);
    const oldest = steps.at(-1);
    return {
      accountId,
      name: accountTitle(accountId, names),
      customer: isSystem ? null : (names.get(accountId) ?? deletedPerson(accountId)),
      status: balance?.status ?? 'not opened',
      position: end.position,
      recordedAt: end.position === 0 ? null : end.recordedAt.toISOString(),
      balance: toFigures(balance?.postedCents ?? 0, balance?.heldCents ?? 0),
      steps: steps.flatMap((step) => toStepDto(step, byPosition.get(step.position))),
      before: oldest === undefined ? toFigures(0, 0) : figuresBefore(oldest),
      hasOlder: entries.length > MAX_STEPS,
      timeZone: this.days.timeZone,
    };
  }

  private pointInTimeOf({ day, position }: BalanceQuery): PointInTime | undefined {
    if (position !== undefined) return { kind: 'position', position: Number(position) };
    return day === undefined ? undefined : { kind: 'time', time: this.days.endOf(day) };
  }
}

async function read(sql: Sql, accountId: string, pointInTime: PointInTime | undefined) {
  const end = await resolvePosition(sql, pointInTime).catch((error: unknown) => {
    throw error instanceof NoSuchPositionError ? new AppError('NOT_FOUND') : error;
  });
  const [balance] = await balancesAt(sql, end.position, accountId);
  const entries = await balanceEntries(sql, accountId, end.position, MAX_STEPS + 1);
  const events = await readEventsAt(
    sql,
    entries.slice(0, MAX_STEPS).map(({ position }) => position),
  );
  return { end, balance, entries, events };
}

function toStepDto(step: BalanceEntry, event: EventDto | undefined): BalanceAtDto['steps'] {
  if (event === undefined) return [];
  const { position, amountCents, holdCents, postedAfterCents, heldAfterCents } = step;
  const { recordedAt, text } = event;
  return [
    { position, recordedAt, text, amountCents, holdCents, ...toFigures(postedAfterCents, heldAfterCents) },
  ];
}

function figuresBefore(step: BalanceEntry): BalanceFiguresDto {
  return toFigures(step.postedAfterCents - step.amountCents, step.heldAfterCents - step.holdCents);
}

function toFigures(postedCents: number, heldCents: number): BalanceFiguresDto {
  const availableCents = postedCents - heldCents;
  return {
    ...moneyFields({ posted: postedCents, held: heldCents, available: availableCents }),
  };
}
