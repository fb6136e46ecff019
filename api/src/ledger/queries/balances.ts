import type { Sql } from '../../platform/database/sql.js';
import { SYSTEM_ACCOUNTS, type AccountState, type AccountStatus } from '../domain/accounts.js';
import type { AccountsState } from '../domain/state.js';
import { systemAccountName } from '../domain/accounts.js';
import { isFrozenAt } from '../log/is-frozen-at.js';

/** An account's balance at a log position, in cents. */
export interface AccountBalance {
  readonly accountId: string;
  /** The system account's name; null for a customer account. */
  readonly name: string | null;
  readonly status: AccountStatus;
  readonly postedCents: number;
  readonly heldCents: number;
}

type BalanceRow = Omit<AccountBalance, 'name'>;

const SYSTEM_IDS = Object.values(SYSTEM_ACCOUNTS);

/**
 * Returns the balances at a position, computed from the entries with one index lookup per account. Leaves out
 * customer accounts opened later. System accounts come first, and are included even without entries. `accountId`
 * selects one account.
 */
export async function balancesAt(
  sql: Sql,
  position: number,
  accountId: string | null = null,
): Promise<AccountBalance[]> {
  const rows =
    accountId === null
      ? await readBalances(sql, position)
      : await sql.query<BalanceRow>(SELECT_ONE, [position, accountId]);
  return withSystemAccounts(rows, accountId);
}

/** Returns the balances at the end of a replay, in the same order as `balancesAt`. */
export function replayedBalances(state: AccountsState): AccountBalance[] {
  const customers = [...state.accounts.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  return withSystemAccounts(customers.map(balanceRow), null);
}

function balanceRow({ accountId, status, postedCents, heldCents }: AccountState): BalanceRow {
  return { accountId, status, postedCents, heldCents };
}

function withSystemAccounts(rows: readonly BalanceRow[], accountId: string | null): AccountBalance[] {
  const known = new Map(rows.map((row) => [row.accountId, row]));
  const system = SYSTEM_IDS.filter((id) => accountId === null || id === accountId).map(
    (id) => known.get(id) ?? { accountId: id, status: 'open' as const, postedCents: 0, heldCents: 0 },
  );
  const customers = rows.filter((row) => systemAccountName(row.accountId) === null);
  return [...system, ...customers].map((row) => ({
    accountId: row.accountId,
    name: systemAccountName(row.accountId),
    status: row.status,
    postedCents: row.postedCents,
    heldCents: row.heldCents,
  }));
}

const PAGE_SIZE = 5_000;

/** Reads the accounts in pages by primary key, because there may be many. */
async function readBalances(sql: Sql, position: number): Promise<BalanceRow[]> {
  const rows: BalanceRow[] = [];
  let after: string | null = null;
  while (true) {
    const page: BalanceRow[] = await sql.query<BalanceRow>(SELECT_PAGE, [position, after, PAGE_SIZE]);
    // No spread, because a call can take only so many arguments.
    for (const row of page) rows.push(row);
    after = page.at(-1)?.accountId ?? null;
    if (page.length < PAGE_SIZE) return rows;
  }
}

const BALANCE_COLUMNS = `
  select account.account_id as "accountId",
    case when exists (
      select from ledger_event where stream = 'account:' || account.account_id
        and version = account.version and type = 'AccountClosed' and position <= $1
    ) then 'closed' when ${isFrozenAt('account.account_id', '$1')} then 'frozen' else 'open' end as status,
    coalesce(entry.posted_after_cents, 0) as "postedCents",
    coalesce(entry.held_after_cents, 0) as "heldCents"
  from ledger_account account
  left join lateral (
    select posted_after_cents, held_after_cents from ledger_entry
    where account_id = account.account_id and position <= $1
    order by position desc limit 1
  ) entry on true`;

const WAS_OPENED = `(entry.posted_after_cents is not null or exists (
    select from ledger_event where stream = 'account:' || account.account_id and version = 1 and position <= $1
  ))`;

const SELECT_ONE = `${BALANCE_COLUMNS} where account.account_id = $2 and ${WAS_OPENED}`;

const SELECT_PAGE = `
  ${BALANCE_COLUMNS} where ($2::uuid is null or account.account_id > $2::uuid) and ${WAS_OPENED}
  order by account.account_id limit $3`;
