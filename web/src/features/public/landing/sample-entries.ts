import type { LedgerEntry } from '@/components/ledger/entry-list';

const ENTRIES: readonly [string, string, string, 'in' | 'out', number, number][] = [
  ['Salary, Fern & Field Studio', 'Nov 20', 'completed', 'in', 3_200_00, 0],
  ['Rent, November', 'Nov 18', 'completed', 'out', 1_450_00, 29_00],
  ['Invoice 1042, Oakline LLC', 'Nov 15', 'completed', 'in', 640_50, 0],
  ['Grocery store', 'Nov 14', 'completed', 'out', 48_20, 96],
  ['Guitar lessons', 'Nov 12', 'completed', 'out', 60_00, 1_20],
  ['Train ticket refund', 'Nov 11', 'completed', 'in', 84_00, 0],
  ['Electricity', 'Nov 10', 'completed', 'out', 73_40, 1_47],
  ['Invoice 1041, Oakline LLC', 'Nov 8', 'completed', 'in', 1_120_00, 0],
  ['Dentist', 'Nov 6', 'completed', 'out', 135_00, 2_70],
  ['Movie theater', 'Nov 5', 'completed', 'out', 22_50, 45],
  ['Birthday gift', 'Nov 1', 'completed', 'in', 14_18, 0],
  ['Running shoes', 'Oct 30', 'completed', 'out', 118_90, 2_38],
];

export const SAMPLE_TOTAL_CENTS = 8_412_36;
export const SAMPLE_HELD_CENTS = 250_00;

/** Sample entries, newest first, each with the balance after it. */
export const SAMPLE_ENTRIES: readonly LedgerEntry[] = withBalances();

function withBalances(): LedgerEntry[] {
  let balanceCents = SAMPLE_TOTAL_CENTS;
  return ENTRIES.map(([description, dateLabel, status, direction, amountCents, feeCents]) => {
    const entry = {
      id: description,
      description,
      dateLabel,
      status,
      direction,
      amountCents,
      feeCents,
      netAmountCents: amountCents - feeCents,
      balanceAfterCents: balanceCents,
    };
    balanceCents += direction === 'in' ? -amountCents : amountCents;
    return entry;
  });
}
