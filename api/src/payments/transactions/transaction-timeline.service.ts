import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BRAND } from '@moniker/common/brand.js';
import { describeForCustomer, isByCustomer } from '../../events/describe-events.js';
import type { AccountRequestFacts, EventDescription, TransactionFacts } from '../../events/event-texts.js';
import { PLAN_CAUSE_PREFIX, type SequencedEvent } from '../../ledger/domain/events.js';
import {
  type CustomerEntry,
  LedgerEvents,
  type ParsedEvent,
  type TransactionEvent,
} from '../../ledger/queries/ledger-events.service.js';
import { SHOWN_TEXTS } from '../../ledger/texts/transaction-texts.js';
import { formatDay } from '../../platform/time/bank-day.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { CustomerTransactionView } from './transaction-queries.service.js';

/** One of a transaction's events, described to its customer. */
export interface TimelineStep extends EventDescription {
  readonly at: Date;
  readonly actor: 'you' | typeof BRAND;
  readonly position: number;
  readonly hash: Buffer;
  /** Null if the event changed nothing on the account. */
  readonly entry: CustomerEntry | null;
}

/** An event, worded for its customer. */
export interface DescribedEvent extends EventDescription {
  readonly at: Date;
  readonly position: number;
  /** Null if the event concerns no transaction. */
  readonly transactionId: string | null;
}

const SELECT_FACTS = `
  select t.transaction_id as id, t.kind, t.amount_cents as "amountCents", t.fee_cents as "feeCents",
    ${SHOWN_TEXTS.description} as description, x.recipient_name as "recipientName",
    ${SHOWN_TEXTS.fromAccount} as "fromAccount", x.customer_reason as "customerReason"
  from ledger_transaction t left join ledger_transaction_text x using (transaction_id)
  where t.transaction_id = any($1::uuid[])`;

/** The position at which a request's account number was first assigned. A later rejection takes the number away. */
const SELECT_ASSIGNMENTS = `
  select stream, min(position) as position from ledger_event
  where stream = any($1) and type = 'AccountNumberAssigned' group by stream`;

const MAX_STEPS = 200;

/** Describes events to their customer: in transaction timelines (TXN-7) and notifications (NTF-2). */
@Injectable()
export class TransactionTimeline {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: LedgerEvents,
    private readonly days: BankDays,
  ) {}

  /** Returns a transaction's steps, oldest first. */
  async timelineOf(row: CustomerTransactionView): Promise<TimelineStep[]> {
    const steps = await this.events.ofTransaction(row, MAX_STEPS);
    const declines = lastDeclines(steps.map(({ event }) => event));
    return steps.flatMap((step) => this.stepOf(step, factsAt(step.event, row, declines), row));
  }

  /** Describes events, in their order. Leaves out those that do not concern the customer. */
  async describeAll(events: readonly ParsedEvent[]): Promise<DescribedEvent[]> {
    const facts = await this.factsOf(events);
    const assignments = await this.assignmentsOf(events);
    const declines = lastDeclines(events);
    return events.flatMap((event) => {
      const transactionId = transactionIdOf(event);
      const known = facts.get(transactionId ?? '');
      const description = this.describe(
        event,
        known ? factsAt(event, known, declines) : requestFactsAt(event, assignments),
      );
      return description === null
        ? []
        : [{ ...description, at: event.recordedAt, position: event.position, transactionId }];
    });
  }

  private stepOf(
    { event, entry }: TransactionEvent,
    facts: TransactionFacts,
    row: CustomerTransactionView,
  ): TimelineStep[] {
    const description = this.describe(event, facts);
    if (description === null) return [];
    const { actor, position, recordedAt: at, hash } = event;
    const isOwn = isByCustomer(event) && actor === `user:${row.accountId}`;
    return [{ ...description, at, actor: isOwn ? 'you' : BRAND, position, hash, entry }];
  }

  private describe(
    event: ParsedEvent,
    facts: TransactionFacts | AccountRequestFacts | null,
  ): EventDescription | null {
    const isPlanned = event.causationId.startsWith(PLAN_CAUSE_PREFIX);
    return describeForCustomer(event, facts && { ...facts, isPlanned }, (time) =>
      formatDay(time, this.days.timeZone),
    );
  }

  private async factsOf(events: readonly SequencedEvent[]): Promise<Map<string, TransactionFacts>> {
    const ids = [...new Set(events.flatMap((event) => transactionIdOf(event) ?? []))];
    if (ids.length === 0) return new Map();
    const rows = await this.dataSource.query<(TransactionFacts & { id: string })[]>(SELECT_FACTS, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Returns the position at which the account number of each rejected request was first assigned. */
  private async assignmentsOf(events: readonly SequencedEvent[]): Promise<ReadonlyMap<string, number>> {
    const streams = events.flatMap(({ type, payload, stream }) =>
      type === 'AccountRequestDecided' && payload.status === 'rejected' ? [stream] : [],
    );
    if (streams.length === 0) return new Map();
    const rows = await this.dataSource.query<{ stream: string; position: number }[]>(SELECT_ASSIGNMENTS, [
      streams,
    ]);
    return new Map(rows.map(({ stream, position }) => [stream, position]));
  }
}

function requestFactsAt(
  { type, stream, position }: SequencedEvent,
  assignments: ReadonlyMap<string, number>,
): AccountRequestFacts | null {
  if (type !== 'AccountRequestDecided') return null;
  return { wasApproved: (assignments.get(stream) ?? Infinity) < position };
}

function transactionIdOf({ payload }: SequencedEvent): string | null {
  return 'transactionId' in payload ? payload.transactionId : null;
}

/**
 * Returns the position of the last decline of each transaction. `events` must include each transaction's newest events.
 */
function lastDeclines(events: readonly SequencedEvent[]): ReadonlySet<number> {
  const byTransaction = new Map<string, number>();
  for (const { type, payload, position } of events) {
    if (type !== 'TransactionStatusChanged' || payload.to !== 'failed') continue;
    const { transactionId } = payload;
    byTransaction.set(transactionId, Math.max(position, byTransaction.get(transactionId) ?? 0));
  }
  return new Set(byTransaction.values());
}

/** Returns the facts for an event. Only the last decision that declined the transaction has the reason (TRF-86). */
function factsAt(
  { position }: SequencedEvent,
  facts: TransactionFacts,
  declines: ReadonlySet<number>,
): TransactionFacts {
  return declines.has(position) ? facts : { ...facts, customerReason: null };
}
