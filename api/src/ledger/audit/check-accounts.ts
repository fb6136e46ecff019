import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import { accountStream } from '../domain/events.js';
import { accountRow } from '../projections/read-tables.js';
import type { Sql } from '../../platform/database/sql.js';
import { accountLabel } from './account-names.js';
import type { Finding, FindingList } from './finding-list.js';
import type { LogFold } from './log-fold.js';
import { describeRowDifferences, type Row } from './describe-row-differences.js';
import { fetchPages } from './snapshot.js';

/** Accounts that are asked about at a time. */
const ACCOUNT_BATCH_SIZE = 5_000;

interface StoredAccountRow extends Row {
  readonly account_id: string;
  readonly posted_cents: number;
}

/**
 * Compares `ledger_account` with the replay, and adds up its balances. A replay of a part of the log knows only some
 * of the accounts. Returns how many rows were compared.
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
    const different: AccountMismatch[] = [];
    for (const row of page) {
      const account = accounts.get(row.account_id);
      unseen.delete(row.account_id);
      sumCents += row.posted_cents;
      if (account === undefined && isPart) continue;
      rows += 1;
      const what =
        account === undefined
          ? 'is in the table, but not in the log'
          : describeRowDifferences(row, accountRow(account));
      if (what !== null) different.push({ accountId: row.account_id, what });
    }
    findings.add(...(await accountFindings(sql, fold, different)));
  }
  const missing = Array.from(unseen, (accountId) => ({ accountId, what: 'is missing from the table' }));
  for (let from = 0; from < missing.length; from += ACCOUNT_BATCH_SIZE) {
    findings.add(...(await accountFindings(sql, fold, missing.slice(from, from + ACCOUNT_BATCH_SIZE))));
  }
  findings.add(...checkZeroSum('the accounts of the read table', sumCents));
  return rows;
}

/** Compares the accounts that a replay of a part of the log does not know with their last entry lines. */
export async function checkUntouchedAccounts(sql: Sql, fold: LogFold, findings: FindingList): Promise<void> {
  for await (const page of fetchPages<{ id: string }>(sql, 'account_lines', SELECT_ACCOUNTS_UNLIKE_ENTRIES)) {
    const others = page.filter(({ id }) => !fold.state.accounts.has(id));
    const different = others.map(({ id }) => ({
      accountId: id,
      what: 'is not what its last entry line says',
    }));
    findings.add(...(await accountFindings(sql, fold, different)));
  }
}

/** An account that is not as it should be. */
interface AccountMismatch {
  readonly accountId: string;
  readonly what: string;
}

/** Each with the last event that concerned it. That is looked up: remembering it for all costs every sound replay. */
async function accountFindings(
  sql: Sql,
  fold: LogFold,
  different: readonly AccountMismatch[],
): Promise<Finding[]> {
  if (different.length === 0) return [];
  const streams = different.map(({ accountId }) => accountStream(accountId));
  const found = await sql.query<{ stream: string; position: number }>(SELECT_LAST_EVENTS, [streams]);
  const positions = new Map(found.map(({ stream, position }) => [stream, position]));
  return different.map(({ accountId, what }) => ({
    check: 'accounts',
    position: fold.systemAccountPositions.get(accountId) ?? positions.get(accountStream(accountId)) ?? null,
    what: `account ${accountLabel(accountId)}: ${what}`,
  }));
}

const SELECT_LAST_EVENTS = `select stream, max(position) as position from ledger_event
  where stream = any($1::text[]) group by stream`;

// Without a line an account has nothing, and unless it is the bank's own, an event that opened it.
const SELECT_ACCOUNTS_UNLIKE_ENTRIES = `
  select account.account_id as id from ledger_account account
  left join lateral (
    select posted_after_cents as posted, held_after_cents as held from ledger_entry
    where account_id = account.account_id order by position desc limit 1
  ) as line on true
  where account.posted_cents <> coalesce(line.posted, 0) or account.held_cents <> coalesce(line.held, 0)
    or line.posted is null
      and account.account_id not in (${Object.values(SYSTEM_ACCOUNTS)
        .map((id) => `'${id}'`)
        .join(', ')})
      and not exists (
        select from ledger_event where stream = '${accountStream('')}' || account.account_id and version = 1)`;

/** The trial balance of the replay: over all accounts, the bank's own included, everything is zero. */
export function checkTrialBalance(fold: LogFold): Finding[] {
  let sumCents = 0;
  for (const account of fold.state.accounts.values()) sumCents += account.postedCents;
  return checkZeroSum('the accounts of the log', sumCents);
}

function checkZeroSum(whose: string, sumCents: number): Finding[] {
  if (sumCents === 0) return [];
  return [{ check: 'trial-balance', position: null, what: `${whose} sum to ${sumCents} cents, not to zero` }];
}
