import type { TrialBalance } from '../proof/checkpoint.js';

/** One line of a balance sheet, in cents. */
export interface SheetLine {
  readonly account: string;
  readonly title: string;
  readonly amountCents: number;
}

export interface SheetSection {
  readonly lines: readonly SheetLine[];
  readonly totalCents: number;
}

/** What the bank has, and whose it is. */
export interface BalanceSheet {
  readonly assets: SheetSection;
  readonly liabilities: SheetSection;
  readonly equity: SheetSection;
  /** Customers' accounts, the closed ones included. */
  readonly customerAccounts: number;
  /** Of the customers' money: promised to transfers under way, and still theirs. */
  readonly heldCents: number;
  /** Whether what the bank has is what it owes and what is its own. */
  readonly isBalanced: boolean;
}

/**
 * The balance sheet of a trial balance. What the bank has stands below zero in the ledger (a debit), so settlement
 * changes its sign here; what it owes and what is its own (credits) keep theirs. Adjustments are what admins took from
 * customers less what they gave them: below zero they are a loss of the bank.
 */
export function balanceSheetOf(balance: TrialBalance): BalanceSheet {
  const assets = section([
    // No negative zero.
    { account: 'settlement', title: 'Money outside (settlement)', amountCents: 0 - balance.settlementCents },
  ]);
  const liabilities = section([
    { account: 'customers', title: "Customers' money", amountCents: balance.customersCents },
    {
      account: 'unclaimed',
      title: 'Unclaimed money of closed accounts',
      amountCents: balance.unclaimedCents,
    },
  ]);
  const equity = section([
    { account: 'fees', title: 'Fees earned', amountCents: balance.feesCents },
    { account: 'adjustments', title: 'Balance adjustments', amountCents: balance.adjustmentsCents },
  ]);
  return {
    ...{ assets, liabilities, equity },
    customerAccounts: balance.accounts,
    heldCents: balance.heldCents,
    isBalanced: assets.totalCents === liabilities.totalCents + equity.totalCents,
  };
}

function section(lines: readonly SheetLine[]): SheetSection {
  return { lines, totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0) };
}
