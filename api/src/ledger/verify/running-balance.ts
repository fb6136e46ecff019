import { SYSTEM_ACCOUNTS, type SystemAccountName } from '../domain/accounts.js';
import type { AccountEntry } from '../domain/apply.js';
import { EMPTY_BALANCE, type TrialBalance } from '../reports/trial-balance.js';

type Sum = Exclude<keyof TrialBalance, 'accounts' | 'heldCents'>;

const SUM_OF_SYSTEM_ACCOUNT: ReadonlyMap<string, Sum> = new Map(
  Object.entries(SYSTEM_ACCOUNTS).map(([name, id]) => [id, `${name as SystemAccountName}Cents`]),
);

/** Keeps a trial balance current while the log is folded. */
export class RunningBalance {
  private readonly sums: { -readonly [Name in keyof TrialBalance]: number };

  constructor(start: TrialBalance = EMPTY_BALANCE) {
    this.sums = { ...start };
  }

  get current(): TrialBalance {
    return { ...this.sums };
  }

  /** Counts a newly opened customer account. */
  addAccount(): void {
    this.sums.accounts += 1;
  }

  addEntries(entries: readonly AccountEntry[]): void {
    for (const { accountId, amountCents, holdCents } of entries) {
      this.sums[SUM_OF_SYSTEM_ACCOUNT.get(accountId) ?? 'customersCents'] += amountCents;
      this.sums.heldCents += holdCents;
    }
  }
}
