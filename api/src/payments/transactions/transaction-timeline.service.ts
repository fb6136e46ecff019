import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BRAND } from '@moniker/common/brand.js';
import { accountStream, type SequencedEvent } from '../../ledger/domain/events.js';
import {
  type CustomerEntry,
  LedgerEvents,
  type TransactionEvent,
} from '../../ledger/queries/ledger-events.service.js';
import { formatDay } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import {
  isNotifiable,
  nextStepOf,
  describeEvent,
  type NextStep,
  type TransactionFacts,
  type EventDescription,
} from './describe-event.js';
import type { CustomerTransactionView } from './transaction-queries.service.js';

/** One event of a transaction, described to its customer. */
export interface TimelineStep extends EventDescription {
  readonly at: Date;
  readonly actor: 'you' | typeof BRAND;
  readonly position: number;
  readonly hash: Buffer;
  /** Null if the event changed nothing on the account. */
  readonly entry: CustomerEntry | null;
}

/** An event of a customer's account that somebody else caused. */
export interface AccountNotification extends EventDescription {
  readonly at: Date;
  readonly position: number;
  readonly transactionId: string;
}

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
    private readonly events: LedgerEvents,
    private readonly days: BankDays,
  ) {}

  /** Returns the steps of one transaction, oldest first. */
  async timelineOf(row: CustomerTransactionView): Promise<TimelineStep[]> {
    const steps = await this.events.ofTransaction(row, MAX_STEPS);
    return steps.flatMap((step) => this.stepOf(step, row));
  }

  nextOf(row: CustomerTransactionView): NextStep | null {
    return nextStepOf(row, row.status);
  }

  /** Returns the newest notifications about actions of others on a customer's account, at most `limit` (NTF-1). */
  async notificationsFor(accountId: string, limit: number): Promise<AccountNotification[]> {
    const newest = await this.events.newestOf([accountStream(accountId)], {
      limit: NOTIFICATION_SCAN_LIMIT,
      exceptActor: `user:${accountId}`,
    });
    const events = newest.filter(isNotifiable).slice(0, limit);
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

  private stepOf({ event, entry }: TransactionEvent, row: CustomerTransactionView): TimelineStep[] {
    const description = this.describe(event, row);
    if (description === null) return [];
    const { actor, position, recordedAt: at, hash } = event;
    const isOwn = isOfCustomers(event) && actor === `user:${row.accountId}`;
    return [{ ...description, at, actor: isOwn ? 'you' : BRAND, position, hash, entry }];
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

/** Whether customers cause such events. An admin can have an account too, but acts on it as the bank. */
function isOfCustomers({ type }: SequencedEvent): boolean {
  return type === 'TransferRequested' || type === 'TransferCanceled';
}

function transactionIdOf(event: SequencedEvent): string {
  return 'transactionId' in event.payload ? event.payload.transactionId : '';
}
