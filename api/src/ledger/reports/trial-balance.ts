import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import type { TrialBalance } from '../proof/checkpoint.js';

/** What the ledger comes to now, in cents, by its accounts. */
export function currentTrialBalance(sql: Sql): Promise<TrialBalance> {
  return querySums(sql, CURRENT_ACCOUNTS);
}

/**
 * What the ledger came to at a position, in cents: each account's newest entry line up to there, one index look-up
 * each, summed by the database. Run it in one snapshot.
 */
export function trialBalanceAt(sql: Sql, position: number): Promise<TrialBalance> {
  return querySums(sql, ACCOUNTS_AT, position);
}

async function querySums(sql: Sql, accounts: string, ...values: number[]): Promise<TrialBalance> {
  const { settlement, fees, adjustments, unclaimed } = SYSTEM_ACCOUNTS;
  const [balance] = await sql.query<TrialBalance>(`${SELECT_SUMS} from (${accounts}) as account`, [
    ...[settlement, fees, adjustments, unclaimed],
    ...values,
  ]);
  if (balance === undefined) throw new Error('the sums query returned no row');
  return balance;
}

/** The sum over all accounts, in cents: anything but zero means that the tables were changed behind the ledger. */
export function sumOfTrialBalance(balance: TrialBalance): number {
  const { customersCents, settlementCents, feesCents, adjustmentsCents, unclaimedCents } = balance;
  return customersCents + settlementCents + feesCents + adjustmentsCents + unclaimedCents;
}

/** One line of a trial balance; of debit and credit, in cents, one is zero. */
export interface TrialBalanceLine {
  readonly account: 'settlement' | 'customers' | 'unclaimed' | 'fees' | 'adjustments';
  /** How many accounts the line is the sum of. */
  readonly accounts: number;
  readonly debitCents: number;
  readonly creditCents: number;
}

/**
 * The lines of a trial balance. The ledger keeps what the bank owes, or has earned, above zero: that is a credit.
 * Below zero is a debit: what the bank has, or has given away.
 */
export function trialBalanceLines(balance: TrialBalance): TrialBalanceLine[] {
  return [
    lineOf('settlement', balance.settlementCents),
    lineOf('customers', balance.customersCents, balance.accounts),
    lineOf('unclaimed', balance.unclaimedCents),
    lineOf('fees', balance.feesCents),
    lineOf('adjustments', balance.adjustmentsCents),
  ];
}

function lineOf(account: TrialBalanceLine['account'], postedCents: number, accounts = 1): TrialBalanceLine {
  return {
    account,
    accounts,
    debitCents: Math.max(-postedCents, 0),
    creditCents: Math.max(postedCents, 0),
  };
}

const SELECT_SUMS = `
  select count(*) filter (where not is_own)::bigint as accounts,
    coalesce(sum(posted) filter (where not is_own), 0)::bigint as "customersCents",
    coalesce(sum(held), 0)::bigint as "heldCents",
    coalesce(sum(posted) filter (where account_id = $1), 0)::bigint as "settlementCents",
    coalesce(sum(posted) filter (where account_id = $2), 0)::bigint as "feesCents",
    coalesce(sum(posted) filter (where account_id = $3), 0)::bigint as "adjustmentsCents",
    coalesce(sum(posted) filter (where account_id = $4), 0)::bigint as "unclaimedCents"`;

const IS_OWN = 'account.account_id in ($1, $2, $3, $4) as is_own';

const CURRENT_ACCOUNTS = `
  select account_id, ${IS_OWN}, posted_cents as posted, held_cents as held from ledger_account account`;

// The last line of an account is the end of a piece of the primary key. Without one, it counts once it was opened.
const ACCOUNTS_AT = `
  select account.account_id, ${IS_OWN}, entry.posted_after_cents as posted, entry.held_after_cents as held
  from ledger_account account
  left join lateral (
    select posted_after_cents, held_after_cents from ledger_entry
    where account_id = account.account_id and position <= $5
    order by position desc limit 1
  ) entry on true
  where entry.posted_after_cents is not null or exists (
    select from ledger_event where stream = 'account:' || account.account_id and version = 1 and position <= $5
  )`;
