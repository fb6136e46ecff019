/** A movement of the settlement account: money that came into the bank (above zero) or left it (below), in cents. */
export interface Movement {
  readonly position: number;
  readonly transactionId: string;
  readonly kind: string;
  /** Whether it takes an earlier movement of its transaction back. */
  readonly isReversal: boolean;
  /** The bank's calendar day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly amountCents: number;
}

/** A row of the file that the settlement bank sent, with the signs of `Movement`. */
export interface BankRow {
  /** Its line in the file, for people. */
  readonly line: number;
  /** The id of a transaction, or whatever else stands there. */
  readonly reference: string;
  readonly day: string;
  readonly amountCents: number;
}

export const RECONCILE_RESULTS = [
  'matched',
  'different-date',
  'different-amount',
  'missing-in-bank',
  'missing-in-ledger',
  'duplicate',
] as const;
export type ReconcileResult = (typeof RECONCILE_RESULTS)[number];

/** What became of one movement, one row, or both where they belong together. */
export interface ReconcileItem {
  readonly result: ReconcileResult;
  readonly movement: Movement | null;
  readonly row: BankRow | null;
}

export interface ReconcileOptions {
  /** First and last day of the period. What lies outside of it on both sides is left out. */
  readonly from: string;
  readonly to: string;
  /** How many days bank and ledger may differ. */
  readonly days: number;
}

/**
 * Compares movements with rows. Within a reference, the same amount within `days` is a match, as many as there can be;
 * of what is left, the same amount is a different date, and another amount of the same sign a different amount. A row
 * that repeats another of the file and found no movement of its own is a duplicate. Pure; each movement and each row
 * is in one item at most.
 */
export function reconcile(
  movements: readonly Movement[],
  rows: readonly BankRow[],
  { from, to, days }: ReconcileOptions,
): ReconcileItem[] {
  const isInside = (side: { readonly day: string } | null): boolean =>
    side !== null && from <= side.day && side.day <= to;
  const items: ReconcileItem[] = [];
  const rowsOf = groupBy(rows, ({ reference }) => reference);
  const movementsOf = groupBy(movements, ({ transactionId }) => transactionId);
  for (const reference of new Set([...movementsOf.keys(), ...rowsOf.keys()])) {
    const found = reconcileReference(movementsOf.get(reference) ?? [], rowsOf.get(reference) ?? [], days);
    for (const item of found) if (isInside(item.movement) || isInside(item.row)) items.push(item);
  }
  return items.sort(compareItemDays);
}

/** One reference: each step takes its pairs away and leaves the rest to the next. */
function reconcileReference(
  movements: readonly Movement[],
  rows: readonly BankRow[],
  days: number,
): readonly ReconcileItem[] {
  const items: ReconcileItem[] = [];
  let left: UnmatchedSides = {
    movements: movements.toSorted(comparePositions),
    rows: rows.toSorted(compareLines),
  };
  left = pairUp(left, 'matched', amountOf, days, items);
  left = pairUp(left, 'different-date', amountOf, Infinity, items);
  const taken = new Set(items.map(({ row }) => repetitionKey(row)));
  const fresh: BankRow[] = [];
  for (const row of left.rows) {
    // The first of two that no movement has is told as missing, the second as its repetition.
    if (taken.has(repetitionKey(row))) items.push({ result: 'duplicate', movement: null, row });
    else fresh.push(row);
    taken.add(repetitionKey(row));
  }
  left = pairUp({ ...left, rows: fresh }, 'different-amount', signOf, Infinity, items);
  for (const movement of left.movements) items.push({ result: 'missing-in-bank', movement, row: null });
  for (const row of left.rows) items.push({ result: 'missing-in-ledger', movement: null, row });
  return items;
}

interface UnmatchedSides {
  readonly movements: readonly Movement[];
  readonly rows: readonly BankRow[];
}

/**
 * Pairs movements and rows that have the same key and are at most `days` apart. Both sides by day, the earliest that
 * fit first: that gives the most pairs.
 */
function pairUp(
  { movements, rows }: UnmatchedSides,
  result: ReconcileResult,
  keyOf: (side: Movement | BankRow) => number,
  days: number,
  items: ReconcileItem[],
): UnmatchedSides {
  const taken = new Set<Movement | BankRow>();
  const rowsOf = groupBy(rows.toSorted(compareDays), keyOf);
  for (const [key, ours] of groupBy(movements.toSorted(compareDays), keyOf)) {
    const theirs = (rowsOf.get(key) ?? []).values();
    let row = theirs.next().value;
    for (const movement of ours) {
      while (row !== undefined && daysBetween(movement.day, row.day) < -days) row = theirs.next().value;
      if (row === undefined) break;
      if (daysBetween(movement.day, row.day) > days) continue;
      items.push({ result, movement, row });
      taken.add(movement).add(row);
      row = theirs.next().value;
    }
  }
  return {
    movements: movements.filter((movement) => !taken.has(movement)),
    rows: rows.filter((row) => !taken.has(row)),
  };
}

/** What came out of it, in cents; the sums are over all items. */
export interface ReconcileTotals {
  readonly counts: Readonly<Record<ReconcileResult, number>>;
  readonly ledgerCents: number;
  readonly bankCents: number;
  /** Bank less ledger. */
  readonly differenceCents: number;
  readonly isReconciled: boolean;
}

export function totalsOf(items: readonly ReconcileItem[]): ReconcileTotals {
  const counts = Object.fromEntries(RECONCILE_RESULTS.map((result) => [result, 0])) as Record<
    ReconcileResult,
    number
  >;
  let [ledgerCents, bankCents] = [0, 0];
  for (const { result, movement, row } of items) {
    counts[result] += 1;
    ledgerCents += movement?.amountCents ?? 0;
    bankCents += row?.amountCents ?? 0;
  }
  const isReconciled = counts.matched === items.length;
  return { counts, ledgerCents, bankCents, differenceCents: bankCents - ledgerCents, isReconciled };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days from one to another; negative where the other is earlier. */
function daysBetween(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);
}

function groupBy<Side, Key>(sides: readonly Side[], keyOf: (side: Side) => Key): Map<Key, Side[]> {
  const groups = new Map<Key, Side[]>();
  for (const side of sides) {
    const group = groups.get(keyOf(side));
    if (group === undefined) groups.set(keyOf(side), [side]);
    else group.push(side);
  }
  return groups;
}

function repetitionKey(row: BankRow | null): string {
  return row === null ? '' : `${row.day} ${row.amountCents}`;
}

function amountOf({ amountCents }: Movement | BankRow): number {
  return amountCents;
}

function signOf({ amountCents }: Movement | BankRow): number {
  return Math.sign(amountCents);
}

function comparePositions(one: Movement, other: Movement): number {
  return one.position - other.position;
}

function compareLines(one: BankRow, other: BankRow): number {
  return one.line - other.line;
}

/** Sorting is stable, so that within a day the order of the log, or of the file, stays. */
function compareDays(one: Movement | BankRow, other: Movement | BankRow): number {
  return one.day < other.day ? -1 : Number(one.day > other.day);
}

function compareItemDays(one: ReconcileItem, other: ReconcileItem): number {
  const [first, second] = [one.movement ?? one.row, other.movement ?? other.row];
  return first === null || second === null ? 0 : compareDays(first, second);
}
