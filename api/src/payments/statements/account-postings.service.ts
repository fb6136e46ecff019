import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TransactionKind } from '@moniker/common/transactions.js';
import { SHOWN_TEXTS } from '../../ledger/texts/transaction-texts.js';
import { describePosting, includedFeeCents, type PostingKind, postingKindOf } from './posting-kinds.js';

/** A log position with the account's balance and held amount there. */
export interface BalanceAt {
  readonly position: number;
  readonly postedCents: number;
  readonly heldCents: number;
}

/** An event's position, hash and time in the log. */
interface LogPosition {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

/** One account entry: an event's effect and the balances after it. */
export interface Posting {
  readonly position: number;
  readonly transactionId: string | null;
  readonly kind: PostingKind;
  readonly description: string;
  /** The transaction's own description, used for holds. */
  readonly subject: string;
  /** The last four digits of the other account's number; null if the number is unknown or was erased. */
  readonly counterpartyEnding: string | null;
  readonly amountCents: number;
  /** The fee within the amount; negative if the fee was returned. */
  readonly feeCents: number;
  readonly holdCents: number;
  readonly balanceAfterCents: number;
  readonly heldAfterCents: number;
  readonly at: Date;
}

/** Selects postings after one position and up to another, limited to the newest `limit`. */
export interface PostingRange {
  readonly afterPosition: number;
  readonly upToPosition: number;
  readonly limit: number;
  /** Leaves out postings that only changed a hold. */
  readonly isPostedOnly: boolean;
}

/** Sums over a range of postings; `moneyOutCents` is zero or negative. */
export interface PostedSums {
  readonly moneyInCents: number;
  readonly moneyOutCents: number;
  readonly netCents: number;
}

interface PostingRow extends Omit<Posting, 'kind' | 'description' | 'subject' | 'feeCents'> {
  readonly transactionKind: TransactionKind | null;
  readonly transactionFeeCents: number | null;
  readonly description: string | null;
}

// Runs one binary search by primary key for each of the given times. This works because positions have no gaps and
// recorded times never decrease (LED-15).
// `offset 0` keeps the planner from inlining the lookup into each expression that uses it.
const SELECT_BALANCES = `
  with recursive search (nth, moment, low, high) as (
    select requested.nth, requested.moment, 0::bigint, (select position + 1 from ledger_head)
      from unnest($2::timestamptz[]) with ordinality as requested (moment, nth)
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

const SELECT_SUMS = `
  select coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as "moneyInCents",
    coalesce(sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as "moneyOutCents",
    coalesce(sum(amount_cents), 0)::bigint as "netCents"
  from ledger_entry where account_id = $1 and position > $2 and position <= $3`;

const SELECT_POSTINGS = `
  select line.position, line.transaction_id as "transactionId", line.amount_cents as "amountCents",
    line.hold_cents as "holdCents", line.posted_after_cents as "balanceAfterCents",
    line.held_after_cents as "heldAfterCents", event.recorded_at as "at", t.kind as "transactionKind",
    t.fee_cents as "transactionFeeCents", ${SHOWN_TEXTS.description} as description,
    substring(coalesce(x.recipient_account, x.from_account) from '\\d{4}$') as "counterpartyEnding"
  from (
      select * from ledger_entry
      where account_id = $1 and position > $2 and position <= $3 and (amount_cents <> 0 or not $5::boolean)
      order by position desc limit $4
    ) line
    join ledger_event event on event.position = line.position
    left join ledger_transaction t on t.transaction_id = line.transaction_id
    left join ledger_transaction_text x on x.transaction_id = line.transaction_id
  order by line.position`;

/** Reads an account's postings and its balances at given times. */
@Injectable()
export class AccountPostings {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the balances at the given times, in the same order. Events recorded exactly at a given time count. */
  async balancesAt(accountId: string, times: readonly Date[]): Promise<BalanceAt[]> {
    const balances = await this.dataSource.query<BalanceAt[]>(SELECT_BALANCES, [accountId, times]);
    if (balances.length !== times.length) throw new Error('the balance search returned too few rows');
    return balances;
  }

  async balanceAt(accountId: string, time: Date): Promise<BalanceAt> {
    const [balance] = await this.balancesAt(accountId, [time]);
    if (balance === undefined) throw new Error('the balance search returned no row');
    return balance;
  }

  /** Returns the event at a position or at the head, or null if the log has no such position. */
  async findPosition(position: number | 'head'): Promise<LogPosition | null> {
    const positions = await this.dataSource.query<LogPosition[]>(
      `select position, hash, recorded_at as "recordedAt" from ledger_event
       where position = coalesce($1::bigint, (select position from ledger_head))`,
      [position === 'head' ? null : position],
    );
    return positions[0] ?? null;
  }

  /** Returns the sums of the postings after one position and up to another, as on a statement (STM-1). */
  async sumsWithin(accountId: string, afterPosition: number, upToPosition: number): Promise<PostedSums> {
    const [sums] = await this.dataSource.query<PostedSums[]>(SELECT_SUMS, [
      ...[accountId, afterPosition, upToPosition],
    ]);
    if (sums === undefined) throw new Error('the query for the sums returned no row');
    return sums;
  }

  /** Returns a range's postings in log order. */
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
