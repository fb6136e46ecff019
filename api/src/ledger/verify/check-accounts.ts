import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { accountStream } from '../domain/events.js';
import { LEDGER_ACCOUNT } from '../tables/ledger-account.js';
import type { Sql } from '../../platform/database/sql.js';
import { accountLabel } from '../domain/accounts.js';
import type { Finding, FindingList } from './finding-list.js';
import { amountText } from '../reports/amount-text.js';
import type { LogFold } from './log-fold.js';
import { describeRowDifferences, type Row } from './describe-row-differences.js';
import { fetchPages } from '../../platform/database/snapshot.js';

/** Maximum number of accounts per query. */
const ACCOUNT_BATCH_SIZE = 5_000;

interface StoredAccountRow extends Row {
  readonly account_id: string;
  readonly posted_cents: number;
}

/**
 * Compares `ledger_account` with the replay and checks that its balances sum to zero. With `isPart`, the replay covers
 * only part of the log, so accounts that it does not contain are skipped. Returns the number of compared rows.
 */
export async function checkAccounts(
  sql: Sql,
  fold: LogFold,
  findings: FindingList,
  { isPart }: { readonly isPart: boolean },
): Promise<number> {
  const { accounts } = fold.state;
  const unseen = new Set(accounts.keys());
  let rows = 0;
  let sumCents = 0;
  for await (const page of fetchPages<StoredAccountRow>(
    sql,
    'account_check',
    'select * from ledger_account',
  )) {
    const mismatches: AccountMismatch[] = [];
    for (const row of page) {
      const account = accounts.get(row.account_id);
      unseen.delete(row.account_id);
      sumCents += row.posted_cents;
      if (account === undefined && isPart) continue;
      rows += 1;
      const problem =
        account === undefined
          ? 'is in the table, but not in the log'
          : rowProblem(row, LEDGER_ACCOUNT.record(account));
      if (problem !== null) mismatches.push({ accountId: row.account_id, problem });
    }
    findings.add(...(await accountFindings(sql, fold, mismatches)));
  }
  const missing = Array.from(unseen, (accountId) => ({ accountId, problem: 'is missing from the table' }));
  for (let from = 0; from < missing.length; from += ACCOUNT_BATCH_SIZE) {
    findings.add(...(await accountFindings(sql, fold, missing.slice(from, from + ACCOUNT_BATCH_SIZE))));
  }
  findings.add(...checkZeroSum('the accounts in the read table', sumCents));
  return rows;
}

interface UnlikeEntries {
  readonly id: string;
  readonly hasEntry: boolean;
}

/** For each account that a partial replay does not contain, compares the row with the account's latest entry. */
export async function checkUntouchedAccounts(sql: Sql, fold: LogFold, findings: FindingList): Promise<void> {
  for await (const page of fetchPages<UnlikeEntries>(sql, 'account_lines', SELECT_ACCOUNTS_UNLIKE_ENTRIES)) {
    const untouched = page.filter(({ id }) => !fold.state.accounts.has(id));
    const mismatches = untouched.map(({ id, hasEntry }) => ({
      accountId: id,
      problem: hasEntry
        ? 'differs from its latest entry'
        : 'has no entries, but has a balance or was never opened',
    }));
    findings.add(...(await accountFindings(sql, fold, mismatches)));
  }
}

function rowProblem(row: Row, expected: Row): string | null {
  const differences = describeRowDifferences(row, expected);
  return differences === null ? null : `differs: ${differences}`;
}

/** An account whose row is not as expected. */
interface AccountMismatch {
  readonly accountId: string;
  readonly problem: string;
}

/**
 * Returns a finding for each mismatch, at the last event that concerned the account. That event is looked up only for
 * mismatches, because tracking it for all accounts would slow down every replay.
 */
async function accountFindings(
  sql: Sql,
  fold: LogFold,
  mismatches: readonly AccountMismatch[],
): Promise<Finding[]> {
  if (mismatches.length === 0) return [];
  const streams = mismatches.map(({ accountId }) => accountStream(accountId));
  const found = await sql.query<{ stream: string; position: number }>(SELECT_LAST_EVENTS, [streams]);
  const positions = new Map(found.map(({ stream, position }) => [stream, position]));
  return mismatches.map(({ accountId, problem }) => ({
    check: 'accounts',
    position: fold.systemAccountPositions.get(accountId) ?? positions.get(accountStream(accountId)) ?? null,
    message: `account ${accountLabel(accountId)} ${problem}`,
  }));
}

const SELECT_LAST_EVENTS = `select stream, max(position) as position from ledger_event
  where stream = any($1::text[]) group by stream`;

// An account without entries must have a zero balance and, unless it is a system account, an event that opened it.
// Entries written by earlier releases have no daily total.
const SELECT_ACCOUNTS_UNLIKE_ENTRIES = `
  select account.account_id as id, line.posted is not null as "hasEntry" from ledger_account account
  left join lateral (
    select posted_after_cents as posted, held_after_cents as held, outgoing_day_after as day,
      outgoing_day_cents_after as day_cents from ledger_entry
    where account_id = account.account_id order by position desc limit 1
  ) as line on true
  where account.posted_cents <> coalesce(line.posted, 0) or account.held_cents <> coalesce(line.held, 0)
    or line.day_cents is not null
      and (account.outgoing_day, account.outgoing_day_cents) is distinct from (line.day, line.day_cents)
    or line.posted is null
      and account.account_id not in (${Object.values(SYSTEM_ACCOUNTS)
        .map((id) => `'${id}'`)
        .join(', ')})
      and not exists (
        select from ledger_event where stream = '${accountStream('')}' || account.account_id and version = 1)`;

/** Checks the replay's trial balance: all accounts, including the system accounts, sum to zero (LED-2). */
export function checkTrialBalance(fold: LogFold): Finding[] {
  let sumCents = 0;
  for (const account of fold.state.accounts.values()) sumCents += account.postedCents;
  return checkZeroSum('the accounts in the log', sumCents);
}

function checkZeroSum(accounts: string, sumCents: number): Finding[] {
  if (sumCents === 0) return [];
  const message = `${accounts} sum to ${amountText(sumCents)} instead of $0.00`;
  return [{ check: 'trial-balance', position: null, message }];
}
