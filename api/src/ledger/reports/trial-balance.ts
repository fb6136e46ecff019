import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';

/** The trial balance of an empty log. */
export const EMPTY_BALANCE = {
  accounts: 0,
  customersCents: 0,
  heldCents: 0,
  settlementCents: 0,
  feesCents: 0,
  adjustmentsCents: 0,
  unclaimedCents: 0,
};

/** The ledger's balances at a position, in cents. Customers and the four system accounts sum to zero (LED-2). */
export type TrialBalance = Readonly<typeof EMPTY_BALANCE>;

/** The fields in the order in which a compact proof contains them. */
export const BALANCE_FIELDS = Object.keys(EMPTY_BALANCE) as (keyof TrialBalance)[];

/** Returns the current trial balance, in cents. */
export function currentTrialBalance(sql: Sql): Promise<TrialBalance> {
  return querySums(sql, CURRENT_ACCOUNTS);
}

/**
 * Returns the trial balance at a position, in cents (AUD-14). The database adds up the account balances. It takes
 * each one from the account's latest entry at or before that position, with one index lookup per account.
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

/** Returns the sum over all accounts, in cents. Anything other than zero means that the tables were tampered with. */
export function sumOfTrialBalance(balance: TrialBalance): number {
  const { customersCents, settlementCents, feesCents, adjustmentsCents, unclaimedCents } = balance;
  return customersCents + settlementCents + feesCents + adjustmentsCents + unclaimedCents;
}

/** One line of a trial balance, in cents. The debit, the credit or both are zero. */
export interface TrialBalanceLine {
  readonly account: 'settlement' | 'customers' | 'unclaimed' | 'fees' | 'adjustments';
  /** Number of accounts in the line. */
  readonly accounts: number;
  readonly debitCents: number;
  readonly creditCents: number;
}

/**
 * Returns the lines of a trial balance. In the ledger, a positive balance is a credit: money that the bank owes or has
 * earned. A negative balance is a debit: money that the bank has or has given away.
 */
export function trialBalanceLines(balance: TrialBalance): TrialBalanceLine[] {
  return [
    trialBalanceLine('settlement', balance.settlementCents),
    trialBalanceLine('customers', balance.customersCents, balance.accounts),
    trialBalanceLine('unclaimed', balance.unclaimedCents),
    trialBalanceLine('fees', balance.feesCents),
    trialBalanceLine('adjustments', balance.adjustmentsCents),
  ];
}

function trialBalanceLine(
  account: TrialBalanceLine['account'],
  postedCents: number,
  accounts = 1,
): TrialBalanceLine {
  return {
    account,
    accounts,
    debitCents: Math.max(-postedCents, 0),
    creditCents: Math.max(postedCents, 0),
  };
}

const SELECT_SUMS = `
  select count(*) filter (where not is_system)::bigint as accounts,
    coalesce(sum(posted) filter (where not is_system), 0)::bigint as "customersCents",
    coalesce(sum(held), 0)::bigint as "heldCents",
    coalesce(sum(posted) filter (where account_id = $1), 0)::bigint as "settlementCents",
    coalesce(sum(posted) filter (where account_id = $2), 0)::bigint as "feesCents",
    coalesce(sum(posted) filter (where account_id = $3), 0)::bigint as "adjustmentsCents",
    coalesce(sum(posted) filter (where account_id = $4), 0)::bigint as "unclaimedCents"`;

const IS_SYSTEM = 'account.account_id in ($1, $2, $3, $4) as is_system';

const CURRENT_ACCOUNTS = `
  select account_id, ${IS_SYSTEM}, posted_cents as posted, held_cents as held from ledger_account account`;

// Finding an account's latest entry takes one primary-key lookup. An account without entries is included if it was
// opened at or before the given position.
const ACCOUNTS_AT = `
  select account.account_id, ${IS_SYSTEM}, entry.posted_after_cents as posted, entry.held_after_cents as held
  from ledger_account account
  left join lateral (
    select posted_after_cents, held_after_cents from ledger_entry
    where account_id = account.account_id and position <= $5
    order by position desc limit 1
  ) entry on true
  where entry.posted_after_cents is not null or exists (
    select from ledger_event where stream = 'account:' || account.account_id and version = 1 and position <= $5
  )`;
