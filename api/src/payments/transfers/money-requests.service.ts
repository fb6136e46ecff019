import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v5 } from 'uuid';
import { netCentsOf } from '@moniker/common/fee.js';
import { formatUsd } from '@moniker/common/money.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { monikerRefused } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { UsersService } from '../../identity/users/users.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { Outbox } from '../../outbox/outbox.service.js';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import type { AskForMoneyBody, MoneyRequestDto } from './money-request.dto.js';
import { MoneyRequestEntity } from './money-request.entity.js';
import { type MonikerRecipient, MonikerRecipients, shownName } from './moniker-recipients.service.js';

const DAYS_OPEN = 30;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN = 10;
const MAX_LISTED = 100;

// A request is in review once its transfer is requested, and paid once the transfer completes. The request is not paid
// if the transfer fails or is canceled (TRF-112).
const STATE = `case
    when t.status in ('failed', 'cancelled') then 'not_paid'
    when t.status = 'completed' then 'paid'
    when t.status is not null then 'in_review'
    when m.status <> 'open' then m.status
    when m.expires_at <= $2 then 'expired'
    else 'open' end`;

// Strangers who have a link learn only whether the request is open or paid (TRF-173).
const STATE_FOR_READER = `case
    when ${STATE} in ('open', 'paid') or $1 in (m.asker_id, m.payer_id, t.account_id) then ${STATE}
    else 'closed' end`;

// `$1` is the reader, `$2` the time.
const SELECT = `
  select m.id, ${STATE_FOR_READER} as state, m.amount_cents as "amountCents", m.note, m.asker_id = $1 as "isOwn",
      m.asker_id as "askerId", m.payer_id as "payerId", o.first_name as "firstName", o.last_name as "lastName",
      o.moniker, m.created_at as "createdAt", m.expires_at as "expiresAt"
    from money_request m
      left join ledger_transaction t on t.transaction_id = m.id
      left join app_user o on o.id = case when m.asker_id = $1 then m.payer_id else m.asker_id end`;
// Open requests come first, and canceled requests are shown only to their asker. An asker therefore can't push other
// customers' requests off a payer's list.
const LIST = `${SELECT} where m.asker_id = $1 or (m.payer_id = $1 and m.status <> 'canceled')
  order by ${STATE} <> 'open', m.created_at desc, m.id limit ${MAX_LISTED}`;
const FIND = `${SELECT} where m.id = $3 and (m.asker_id = $1 or m.payer_id = $1 or m.payer_id is null)`;
const COUNT_OPEN = `select count(*)::int as count from (${SELECT} where m.asker_id = $1) mine where state = 'open'`;

const COUNT_SINCE = `select count(*)::int as count from money_request
  where payer_id = $1 and asker_id = $2 and created_at >= $3`;

const BLOCK = 'insert into money_request_block (user_id, asker_id) values ($1, $2) on conflict do nothing';
const FIND_BLOCK = 'select 1 from money_request_block where user_id = $1 and asker_id = $2';
const DECLINE_ALL = `update money_request set status = 'declined'
  where payer_id = $1 and asker_id = $2 and status = 'open'`;

interface Row extends Omit<MoneyRequestDto, 'name' | 'isLink'> {
  readonly askerId: string;
  readonly payerId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

interface AskOrigin {
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/** Requests for money between customers (TRF-110). Notes are personal data, so no event contains them. */
@OwnsPersonalData('money_request', 'money_request_block')
@Injectable()
export class MoneyRequests implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: RequestKeys,
    private readonly users: UsersService,
    private readonly monikers: MonikerRecipients,
    private readonly outbox: Outbox,
    private readonly days: BankDays,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Returns the requests that a customer sent or received: open ones first, each group latest first (TRF-114). */
  async list(userId: string): Promise<MoneyRequestDto[]> {
    const rows = await this.dataSource.query<Row[]>(LIST, [userId, this.now()]);
    return rows.map(toDto);
  }

  /** @throws NOT_FOUND the request does not exist or is for another payer */
  async get(userId: string, id: string): Promise<MoneyRequestDto> {
    return toDto(await this.find(userId, id));
  }

  /**
   * Requests money from the customer with the given moniker, or from anyone who has the request's link.
   *
   * @throws MONIKER_NOT_FOUND no customer with this moniker can be paid, or that customer has blocked the asker
   *   (TRF-115)
   * @throws OWN_RECIPIENT the moniker is the asker's own
   * @throws TOO_MANY_MONEY_REQUESTS the asker has ten open requests
   */
  async ask(
    askerId: string,
    body: AskForMoneyBody,
    { context, idempotency }: AskOrigin,
  ): Promise<IdempotentResponse<MoneyRequestDto>> {
    // Derived from the key, so a repeated HTTP request finds the money request that the first one created (LED-5).
    const id = idempotency === undefined ? randomUUID() : v5(idempotency.key, askerId);
    const { manager: reads } = this.dataSource;
    if (idempotency !== undefined && (await this.keys.isUsed(reads, context, idempotency)))
      return new IdempotentResponse(await this.get(askerId, id), true);
    const request = await this.prepare(askerId, body);
    const isReplayed = await this.dataSource.transaction(async (manager) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return true;
      await this.lockParties(manager, request);
      const [open] = await manager.query<{ count: number }[]>(COUNT_OPEN, [askerId, request.createdAt]);
      if ((open?.count ?? 0) >= MAX_OPEN) throw new AppError('TOO_MANY_MONEY_REQUESTS');
      const blocks = await manager.query<unknown[]>(FIND_BLOCK, [request.payerId, askerId]);
      if (blocks.length > 0) throw monikerRefused();
      await manager.insert(MoneyRequestEntity, { id, ...request });
      if (request.payerId !== null) await this.mailPayer(manager, request.payerId, id);
      return false;
    });
    return new IdempotentResponse(await this.get(askerId, id), isReplayed);
  }

  /**
   * @throws NOT_FOUND the customer has made no such request
   * @throws MONEY_REQUEST_CLOSED the request is no longer open
   */
  async cancel(askerId: string, id: string): Promise<MoneyRequestDto> {
    await this.dataSource.transaction(async (manager) => {
      const { isOwn } = await this.lockOpen(manager, askerId, id);
      if (!isOwn) throw new AppError('NOT_FOUND');
      await manager.update(MoneyRequestEntity, { id }, { status: 'canceled' });
    });
    return this.get(askerId, id);
  }

  /**
   * Declines a request to this customer. If the customer blocks the asker, also declines the asker's other requests to
   * them (TRF-115).
   *
   * @throws NOT_FOUND the request is not addressed to this customer; nobody can decline a request that is open
   *   to anyone with its link
   * @throws MONEY_REQUEST_CLOSED the request is in review or paid, or `blocksAsker` is false and the request is no
   *   longer open
   */
  async decline(payerId: string, id: string, blocksAsker: boolean): Promise<MoneyRequestDto> {
    const { askerId } = await this.find(payerId, id);
    await this.dataSource.transaction(async (manager) => {
      // Locks users before requests, in the same order as a deletion. The asker's new requests wait until the block
      // is committed.
      const users = await this.users.lockAll(manager, [payerId, askerId]);
      const request = await this.lock(manager, payerId, id);
      if (users.length < 2 || request.payerId !== payerId) throw new AppError('NOT_FOUND');
      const isOpen = request.state === 'open';
      if (blocksAsker ? isPaid(request) : !isOpen) throw new AppError('MONEY_REQUEST_CLOSED');
      if (blocksAsker) {
        await manager.query(BLOCK, [payerId, askerId]);
        await manager.query(DECLINE_ALL, [payerId, askerId]);
      } else await manager.update(MoneyRequestEntity, { id }, { status: 'declined' });
      if (isOpen) await this.mailAsker(manager, askerId, id);
    });
    return this.get(payerId, id);
  }

  /**
   * Runs `pay` while nobody else can pay or close the request. `pay` must not use the connection pool, because this
   * method already holds a connection.
   *
   * @throws MONEY_REQUEST_CLOSED the request is no longer open
   */
  whileOpen<Result>(payerId: string, id: string, pay: () => Promise<Result>): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await this.lockOpen(manager, payerId, id);
      return pay();
    });
  }

  /**
   * Returns the recipient of a transfer that pays a request.
   *
   * @throws NOT_FOUND the request does not exist or is for another payer
   * @throws OWN_RECIPIENT the payer is the asker
   * @throws MONEY_REQUEST_CLOSED the request is no longer open, or the asker has no open account
   * @throws VALIDATION_FAILED the asker would get a different amount than requested
   */
  async recipientOf(payerId: string, id: string, amountCents: number): Promise<MonikerRecipient> {
    const request = await this.find(payerId, id);
    if (request.isOwn) throw new AppError('OWN_RECIPIENT');
    if (request.state !== 'open') throw new AppError('MONEY_REQUEST_CLOSED');
    if (netCentsOf(amountCents) !== request.amountCents) {
      const message = `This request is for ${formatUsd(request.amountCents)} after the fee`;
      throw new AppError('VALIDATION_FAILED', message, { fields: ['amount'] });
    }
    const recipient = await this.monikers.ofCustomer(request.askerId);
    if (recipient === null) throw new AppError('MONEY_REQUEST_CLOSED');
    return recipient;
  }

  /** Requests from and to a customer are erased: they name the customer and contain a note (TRF-116). */
  async erasePersonalData(manager: EntityManager, { id }: Person): Promise<void> {
    await manager.query('delete from money_request where asker_id = $1 or payer_id = $1', [id]);
    await manager.query('delete from money_request_block where user_id = $1 or asker_id = $1', [id]);
  }

  private async prepare(askerId: string, body: AskForMoneyBody): Promise<Omit<MoneyRequestEntity, 'id'>> {
    const { amount, note, recipientMoniker, recipientProof } = body;
    await this.monikers.requireAccess(askerId);
    const payer =
      recipientMoniker === undefined
        ? null
        : await this.monikers.resolve(askerId, recipientMoniker, recipientProof);
    const createdAt = this.now();
    return {
      ...{ askerId, payerId: payer?.accountId ?? null, status: 'open' },
      ...{ amountCents: amount.cents, note, createdAt },
      expiresAt: new Date(createdAt.getTime() + DAYS_OPEN * DAY_MS),
    };
  }

  /**
   * Locks the asker and payer of a new request. An asker's parallel requests then count each other toward the limit. If
   * a concurrent block or deletion comes first, the request is refused. Otherwise, the block or deletion waits for this
   * transaction, and then declines or erases the request.
   *
   * @throws NOT_FOUND the asker is deleted
   * @throws MONIKER_NOT_FOUND the payer is deleted
   */
  private async lockParties(
    manager: EntityManager,
    { askerId, payerId }: Pick<MoneyRequestEntity, 'askerId' | 'payerId'>,
  ): Promise<void> {
    const users = await this.users.lockAll(manager, payerId === null ? [askerId] : [askerId, payerId]);
    const ids = new Set(users.map(({ id }) => id));
    if (!ids.has(askerId)) throw new AppError('NOT_FOUND');
    if (payerId !== null && !ids.has(payerId)) throw monikerRefused();
  }

  /**
   * Emails the payer about a request (TRF-175). The payer gets at most one email per bank day about the same asker,
   * however often that asker cancels and asks again. The email doesn't quote the note, which could be misleading.
   */
  private async mailPayer(manager: EntityManager, userId: string, id: string): Promise<void> {
    const request = await this.find(userId, id, manager);
    const today = this.days.startOf(this.days.dayOf(request.createdAt));
    const [asked] = await manager.query<{ count: number }[]>(COUNT_SINCE, [userId, request.askerId, today]);
    if (asked?.count !== 1) return;
    const secret = `${shownPerson(request)} asked you for ${formatUsd(request.amountCents)}.`;
    await this.outbox.queue(manager, { template: 'money-requested', userId, secret });
  }

  /** Emails the asker that the payer declined (TRF-175). */
  private async mailAsker(manager: EntityManager, userId: string, id: string): Promise<void> {
    const request = await this.find(userId, id, manager);
    const secret = `${shownPerson(request)} declined your request for ${formatUsd(request.amountCents)}.`;
    await this.outbox.queue(manager, { template: 'money-request-declined', userId, secret });
  }

  private async lockOpen(manager: EntityManager, userId: string, id: string): Promise<Row> {
    const row = await this.lock(manager, userId, id);
    if (row.state !== 'open') throw new AppError('MONEY_REQUEST_CLOSED');
    return row;
  }

  private async lock(manager: EntityManager, userId: string, id: string): Promise<Row> {
    await manager.query('select 1 from money_request where id = $1 for update', [id]);
    return this.find(userId, id, manager);
  }

  private async find(userId: string, id: string, manager = this.dataSource.manager): Promise<Row> {
    const [row] = await manager.query<Row[]>(FIND, [userId, this.now(), id]);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }
}

const isPaid = ({ state }: Row): boolean => state === 'paid' || state === 'in_review';

/** The other customer, such as `Alice M. ($alice)`. */
const shownPerson = (row: Row): string => {
  const { name, moniker } = toDto(row);
  return `${name ?? 'A customer'} ($${moniker ?? ''})`;
};

function toDto({ firstName, lastName, ...row }: Row): MoneyRequestDto {
  const name = firstName === null || lastName === null ? null : shownName({ firstName, lastName });
  return { ...row, name, isLink: row.payerId === null };
}
