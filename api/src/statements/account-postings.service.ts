import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionKind } from '../ledger/domain/transactions.js';
import { describePosting, includedFeeCents, type PostingKind, postingKindOf } from './posting-kinds.js';

/** A place in the log, with what the account held after the last event up to there. */
export interface BalanceAt {
  readonly position: number;
  readonly postedCents: number;
  readonly heldCents: number;
}

/** An event of the log, as far as it proves what was read up to it. */
export interface LogPosition {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

/** One line of an account: what an event did to it, and what that left. */
export interface Posting {
  readonly position: number;
  readonly transactionId: string | null;
  readonly kind: PostingKind;
  readonly description: string;
  /** The transaction's own description, for what is on hold. */
  readonly subject: string;
  readonly amountCents: number;
  /** How much of it is the fee; negative where the fee was given back. */
  readonly feeCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
  readonly at: Date;
}

/** Which lines: after one position and up to another, the newest `limit` of them. */
export interface PostingRange {
  readonly afterPosition: number;
  readonly upToPosition: number;
  readonly limit: number;
  /** Leaves out the lines that only changed a hold. */
  readonly isPostedOnly: boolean;
}

interface PostingRow extends Omit<Posting, 'kind' | 'description' | 'subject' | 'feeCents'> {
  readonly transactionKind: TransactionKind | null;
  readonly transactionFeeCents: number | null;
  readonly description: string | null;
}

// For each moment a binary search by primary key: positions have no gaps and time never runs backwards along them.
// `offset 0` keeps the look-up from being copied into each place that uses it.
const SELECT_BALANCES = `
  with recursive search (nth, moment, low, high) as (
    select asked.nth, asked.moment, 0::bigint, (select position + 1 from ledger_head)
      from unnest($2::timestamptz[]) with ordinality as asked (moment, nth)
    union all
    select nth, moment,
        case when probe.recorded_at <= moment then middle else low end,
        case when probe.recorded_at <= moment then high else middle end
      from (
        select nth, moment, low, high, (low + high) / 2 as middle,
          (select e.recorded_at from ledger_event e where e.position = (low + high) / 2) as recorded_at
        from search where high - low > 1 offset 0
      ) probe
  )
  select low as position, coalesce(line.posted_after_cents, 0) as "postedCents",
    coalesce(line.held_after_cents, 0) as "heldCents"
  from search
    left join lateral (
      select posted_after_cents, held_after_cents from ledger_entry
      where account_id = $1 and position <= low order by position desc limit 1
    ) line on true
  where high - low = 1 order by nth`;

const SELECT_POSTINGS = `
  select line.position, line.transaction_id as "transactionId", line.amount_cents as "amountCents",
    line.hold_cents as "holdCents", line.posted_after_cents as "postedAfterCents",
    line.held_after_cents as "heldAfterCents", event.recorded_at as "at", t.kind as "transactionKind",
    t.fee_cents as "transactionFeeCents", x.description
  from (
      select * from ledger_entry
      where account_id = $1 and position > $2 and position <= $3 and (amount_cents <> 0 or not $5::boolean)
      order by position desc limit $4
    ) line
    join ledger_event event on event.position = line.position
    left join ledger_transaction t on t.transaction_id = line.transaction_id
    left join ledger_transaction_text x on x.transaction_id = line.transaction_id
  order by line.position`;

/** Reads what was posted to an account, and its balance at any moment. */
@Injectable()
export class AccountPostings {
  constructor(private readonly dataSource: DataSource) {}

  /** The balances at the given moments, in the order of the moments: all events of a moment are included. */
  async balancesAt(accountId: string, moments: readonly Date[]): Promise<BalanceAt[]> {
    const balances = await this.dataSource.query<BalanceAt[]>(SELECT_BALANCES, [accountId, moments]);
    if (balances.length !== moments.length) throw new Error('the search in the log has lost a moment');
    return balances;
  }

  async balanceAt(accountId: string, moment: Date): Promise<BalanceAt> {
    const [balance] = await this.balancesAt(accountId, [moment]);
    if (balance === undefined) throw new Error('the search in the log has lost its moment');
    return balance;
  }

  /** The event at a position, or the newest one; null where there is none. */
  async findPosition(position: number | 'head'): Promise<LogPosition | null> {
    const places = await this.dataSource.query<LogPosition[]>(
      `select position, hash, recorded_at as "recordedAt" from ledger_event
       where position = coalesce($1::bigint, (select position from ledger_head))`,
      [position === 'head' ? null : position],
    );
    return places[0] ?? null;
  }

  /** The lines of a range in the order of the log. */
  async within(accountId: string, range: PostingRange): Promise<Posting[]> {
    const { afterPosition, upToPosition, limit, isPostedOnly } = range;
    const rows = await this.dataSource.query<PostingRow[]>(SELECT_POSTINGS, [
      ...[accountId, afterPosition, upToPosition, limit, isPostedOnly],
    ]);
    return rows.map(toPosting);
  }
}

function toPosting({ transactionKind, transactionFeeCents, description, ...line }: PostingRow): Posting {
  const kind = postingKindOf(transactionKind, line.amountCents);
  return {
    ...line,
    kind,
    description: describePosting(kind, description),
    subject: description || 'Transfer',
    feeCents:
      line.amountCents === 0
        ? 0
        : includedFeeCents(transactionKind, line.amountCents, transactionFeeCents ?? 0),
  };
}
