import type { TrialBalance } from './trial-balance.js';

/** One line of a balance sheet. */
export interface SheetLine {
  readonly account: string;
  readonly title: string;
  readonly amountCents: number;
}

export interface SheetSection {
  readonly lines: readonly SheetLine[];
  readonly totalCents: number;
}

/** The bank's balance sheet (AUD-15). */
export interface BalanceSheet {
  readonly assets: SheetSection;
  readonly liabilities: SheetSection;
  readonly equity: SheetSection;
  /** Number of customer accounts, including closed ones. */
  readonly customerAccounts: number;
  /** The part of customers' money that is held for open transfers. */
  readonly heldCents: number;
  /** Whether assets equal liabilities plus equity. */
  readonly isBalanced: boolean;
}

/**
 * Builds the balance sheet from a trial balance. The ledger stores debits as negative amounts, so settlement, an asset,
 * changes its sign; liabilities and equity are credits and keep theirs. Adjustments are the amounts that admins took
 * from customers minus those they gave: a negative amount is a loss for the bank.
 */
export function toBalanceSheet(balance: TrialBalance): BalanceSheet {
  const assets = section([
    // Subtraction avoids negative zero.
    {
      account: 'settlement',
      title: 'Money at the settlement bank',
      amountCents: 0 - balance.settlementCents,
    },
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
