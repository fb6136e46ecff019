import { accountRow } from '../projections/read-tables.js';
import type { Sql } from '../../platform/database/sql.js';
import { accountLabel } from './account-names.js';
import type { Finding, FindingList } from './findings.js';
import type { LogFold } from './log-fold.js';
import { rowDifferences, type Row } from './row-differences.js';
import { pagesOf } from './snapshot.js';

interface AccountRow extends Row {
  readonly account_id: string;
  readonly posted_cents: number;
}

/** Compares `ledger_account` with the replay, and adds up its balances. Returns how many rows it has. */
export async function checkAccounts(sql: Sql, fold: LogFold, findings: FindingList): Promise<number> {
  const { accounts } = fold.state;
  const unseen = new Set(accounts.keys());
  const find = (accountId: string, what: string): Finding => ({
    check: 'accounts',
    position: fold.accountPositions.get(accountId) ?? null,
    what: `account ${accountLabel(accountId)}: ${what}`,
  });
  let rows = 0;
  let sumCents = 0;
  for await (const page of pagesOf<AccountRow>(sql, 'account_check', 'select * from ledger_account')) {
    rows += page.length;
    for (const row of page) {
      const account = accounts.get(row.account_id);
      unseen.delete(row.account_id);
      sumCents += row.posted_cents;
      const what =
        account === undefined
          ? 'is in the table, but not in the log'
          : rowDifferences(row, accountRow(account));
      if (what !== null) findings.add(find(row.account_id, what));
    }
  }
  for (const accountId of unseen) findings.add(find(accountId, 'is missing from the table'));
  findings.add(...unbalanced('the accounts of the read table', sumCents));
  return rows;
}

/** The trial balance of the replay: over all accounts, the bank's own included, everything is zero. */
export function checkTrialBalance(fold: LogFold): Finding[] {
  let sumCents = 0;
  for (const account of fold.state.accounts.values()) sumCents += account.postedCents;
  return unbalanced('the accounts of the log', sumCents);
}

function unbalanced(whose: string, sumCents: number): Finding[] {
  if (sumCents === 0) return [];
  return [{ check: 'trial-balance', position: null, what: `${whose} sum to ${sumCents} cents, not to zero` }];
}
