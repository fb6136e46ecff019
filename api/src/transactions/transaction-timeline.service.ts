import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { parseEvent } from '../ledger/log/parse-event.js';
import { accountStream, type SequencedEvent } from '../ledger/domain/events.js';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { BRAND } from '../platform/config/brand.js';
import { formatDay } from '../platform/time/bank-day.js';
import { BankDays } from '../platform/time/bank-days.service.js';
import {
  isNotifiable,
  nextStepOf,
  describeEvent,
  type NextStep,
  type TransactionFacts,
  type EventDescription,
} from './describe-event.js';
import type { CustomerTransactionView } from './transaction-queries.service.js';

/** The effect of an event on the customer's account. */
export interface TimelineEntry {
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
}

/** One event of a transaction, described to its customer. */
export interface TimelineStep extends EventDescription {
  readonly at: Date;
  readonly actor: 'you' | typeof BRAND;
  readonly position: number;
  readonly hash: Buffer;
  /** Null if the event changed nothing on the account. */
  readonly entry: TimelineEntry | null;
}

/** An event of a customer's account that somebody else caused. */
export interface AccountNotification extends EventDescription {
  readonly at: Date;
  readonly position: number;
  readonly transactionId: string;
}

type EventRow = RecordedEvent & Partial<TimelineEntry>;

const COLUMNS = `e.position, e.stream, e.version, e.type, e.payload_version as "payloadVersion",
  e.recorded_at as "recordedAt", e.actor, e.correlation_id as "correlationId",
  e.causation_id as "causationId", e.payload, e.hash`;

// The transaction's events lie between its first and its last event in the stream of its account. Versions rise with
// positions, so this scans only that range of one index.
const SELECT_TIMELINE = `
  select ${COLUMNS}, l.amount_cents as "amountCents", l.hold_cents as "holdCents",
    l.posted_after_cents as "postedAfterCents", l.held_after_cents as "heldAfterCents"
  from ledger_event e left join ledger_entry l on l.account_id = $1::uuid and l.position = e.position
  where e.stream = $2
    and e.version between (select version from ledger_event where position = $3)
      and (select version from ledger_event where position = $4)
    and strpos(e.payload, $5) > 0
  order by e.version desc limit $6`;

const SELECT_NEWEST = `select * from (
    select ${COLUMNS} from ledger_event e where e.stream = $1 order by e.version desc limit $2
  ) newest where actor <> $3`;

const SELECT_FACTS = `
  select t.transaction_id as id, t.kind, t.amount_cents as "amountCents", t.fee_cents as "feeCents",
    x.description, x.recipient_name as "recipientName", x.from_account as "fromAccount"
  from ledger_transaction t left join ledger_transaction_text x using (transaction_id)
  where t.transaction_id = any($1::uuid[])`;

const MAX_STEPS = 200;
/** Number of the account's newest events to search for notifications. */
const NOTIFICATION_SCAN_LIMIT = 500;

/** Timelines (TXN-7) and notifications (NTF-2) of transactions, derived from the log. */
@Injectable()
export class TransactionTimeline {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: BankDays,
  ) {}

  /** Returns the steps of one transaction, oldest first. */
  async timelineOf(row: CustomerTransactionView): Promise<TimelineStep[]> {
    const { accountId, createdPosition, changedPosition, id } = row;
    const rows = await this.dataSource.query<EventRow[]>(SELECT_TIMELINE, [
      ...[accountId, accountStream(accountId), createdPosition, changedPosition, id, MAX_STEPS],
    ]);
    return rows.reverse().flatMap((event) => this.stepOf(event, row));
  }

  nextOf(row: CustomerTransactionView): NextStep | null {
    return nextStepOf(row, row.status);
  }

  /** Returns the newest notifications about actions of others on a customer's account, at most `limit` (NTF-1). */
  async notificationsFor(accountId: string, limit: number): Promise<AccountNotification[]> {
    const rows = await this.dataSource.query<EventRow[]>(SELECT_NEWEST, [
      ...[accountStream(accountId), NOTIFICATION_SCAN_LIMIT, `user:${accountId}`],
    ]);
    const events = rows
      .map(parseEvent)
      .filter(isNotifiable)
      .sort((a, b) => b.position - a.position)
      .slice(0, limit);
    const facts = await this.factsOf(events);
    return events.flatMap((event) => {
      const transactionId = transactionIdOf(event);
      const transaction = facts.get(transactionId);
      const description = transaction === undefined ? null : this.describe(event, transaction);
      return description === null
        ? []
        : [{ ...description, at: event.recordedAt, position: event.position, transactionId }];
    });
  }

  private stepOf(recorded: EventRow, row: CustomerTransactionView): TimelineStep[] {
    const event = parseEvent(recorded);
    const description = transactionIdOf(event) === row.id ? this.describe(event, row) : null;
    if (description === null) return [];
    const isOwn = event.type === 'TransferRequested' && recorded.actor === `user:${row.accountId}`;
    const { position, recordedAt: at, hash } = recorded;
    return [{ ...description, at, actor: isOwn ? 'you' : BRAND, position, hash, entry: entryOf(recorded) }];
  }

  private describe(event: SequencedEvent, facts: TransactionFacts): EventDescription | null {
    return describeEvent(event, facts, (time) => formatDay(time, this.days.timeZone));
  }

  private async factsOf(events: readonly SequencedEvent[]): Promise<Map<string, TransactionFacts>> {
    const ids = [...new Set(events.map(transactionIdOf))];
    if (ids.length === 0) return new Map();
    const rows = await this.dataSource.query<(TransactionFacts & { id: string })[]>(SELECT_FACTS, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function transactionIdOf(event: SequencedEvent): string {
  return 'transactionId' in event.payload ? event.payload.transactionId : '';
}

function entryOf({
  amountCents,
  holdCents,
  postedAfterCents,
  heldAfterCents,
}: EventRow): TimelineEntry | null {
  // From an outer join: either all of these columns are null or none is.
  return typeof amountCents === 'number' &&
    typeof holdCents === 'number' &&
    typeof postedAfterCents === 'number' &&
    typeof heldAfterCents === 'number'
    ? { amountCents, holdCents, postedAfterCents, heldAfterCents }
    : null;
}
