/**
 * A movement on the settlement account, in cents. Money that enters the bank is positive; money that leaves is
 * negative.
 */
export interface Movement {
  readonly position: number;
  readonly transactionId: string;
  readonly kind: string;
  /** Whether it reverses an earlier movement of the same transaction. */
  readonly isReversal: boolean;
  /** The bank day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly amountCents: number;
}

/** A row of the settlement bank's file. Amounts have the same signs as in `Movement`. */
export interface BankRow {
  /** Its line number in the file, for messages. */
  readonly line: number;
  /** The transaction id, or the field's unchanged text if the field isn't an id. */
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

/** The result for a movement, a row, or a movement paired with a row. */
export interface ReconcileItem {
  readonly result: ReconcileResult;
  readonly movement: Movement | null;
  readonly row: BankRow | null;
}

export interface ReconcileOptions {
  /** The first day of the period. An item is left out if neither its movement nor its row is in the period. */
  readonly from: string;
  /** The last day of the period. */
  readonly to: string;
  /** Maximum number of days between the bank's date and the ledger's for a match. */
  readonly days: number;
}

/**
 * Compares movements with rows that have the same reference (AUD-16). Equal amounts at most `days` apart match; the
 * number of matches is the maximum possible. Among the rest, equal amounts are paired as `different-date`.
 * Amounts that then remain are paired as `different-amount` if their signs are equal. A row that repeats another row
 * and has no movement of its own is a duplicate. Each movement and each row is in at most one item. Pure.
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

/** Reconciles one reference. Each step removes its pairs and leaves the rest to the next step. */
function reconcileReference(
  movements: readonly Movement[],
  rows: readonly BankRow[],
  days: number,
): readonly ReconcileItem[] {
  const items: ReconcileItem[] = [];
  let unmatched: UnmatchedSides = {
    movements: movements.toSorted(comparePositions),
    rows: rows.toSorted(compareLines),
  };
  unmatched = pairUp(unmatched, { result: 'matched', keyOf: signedCents, days }, items);
  unmatched = pairUp(unmatched, { result: 'different-date', keyOf: signedCents, days: Infinity }, items);
  const seen = new Set(items.map(({ row }) => repetitionKey(row)));
  const unique: BankRow[] = [];
  for (const row of unmatched.rows) {
    // Of equal rows that all lack a movement, only the later ones are duplicates.
    if (seen.has(repetitionKey(row))) items.push({ result: 'duplicate', movement: null, row });
    else unique.push(row);
    seen.add(repetitionKey(row));
  }
  const sameSign = { result: 'different-amount', keyOf: amountSign, days: Infinity } as const;
  unmatched = pairUp({ ...unmatched, rows: unique }, sameSign, items);
  for (const movement of unmatched.movements) items.push({ result: 'missing-in-bank', movement, row: null });
  for (const row of unmatched.rows) items.push({ result: 'missing-in-ledger', movement: null, row });
  return items;
}

interface UnmatchedSides {
  readonly movements: readonly Movement[];
  readonly rows: readonly BankRow[];
}

/** Which movements and rows form pairs, and the result that the pairs get. */
interface Pairing {
  readonly result: ReconcileResult;
  readonly keyOf: (side: Movement | BankRow) => number;
  readonly days: number;
}

/**
 * Pairs movements and rows that have the same key and are at most `days` apart. Both sides are sorted by day, and each
 * movement takes the earliest matching row, which gives the maximum number of pairs.
 */
function pairUp(
  { movements, rows }: UnmatchedSides,
  { result, keyOf, days }: Pairing,
  items: ReconcileItem[],
): UnmatchedSides {
  const paired = new Set<Movement | BankRow>();
  const rowsOf = groupBy(rows.toSorted(compareDays), keyOf);
  for (const [key, keyMovements] of groupBy(movements.toSorted(compareDays), keyOf)) {
    const keyRows = (rowsOf.get(key) ?? []).values();
    let row = keyRows.next().value;
    for (const movement of keyMovements) {
      while (row !== undefined && daysBetween(movement.day, row.day) < -days) row = keyRows.next().value;
      if (row === undefined) break;
      if (daysBetween(movement.day, row.day) > days) continue;
      items.push({ result, movement, row });
      paired.add(movement).add(row);
      row = keyRows.next().value;
    }
  }
  return {
    movements: movements.filter((movement) => !paired.has(movement)),
    rows: rows.filter((row) => !paired.has(row)),
  };
}

/** Counts and sums over all items. */
export interface ReconcileTotals {
  readonly counts: Readonly<Record<ReconcileResult, number>>;
  readonly ledgerCents: number;
  readonly bankCents: number;
  /** Bank minus ledger. */
  readonly differenceCents: number;
  readonly isReconciled: boolean;
}

export function reconcileTotals(items: readonly ReconcileItem[]): ReconcileTotals {
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

/** Returns the number of days from `one` to `other`; negative if `other` is earlier. */
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

function signedCents({ amountCents }: Movement | BankRow): number {
  return amountCents;
}

function amountSign({ amountCents }: Movement | BankRow): number {
  return Math.sign(amountCents);
}

function comparePositions(one: Movement, other: Movement): number {
  return one.position - other.position;
}

function compareLines(one: BankRow, other: BankRow): number {
  return one.line - other.line;
}

/** Compares by day. Sorting is stable, so items of one day keep the order of the log or file. */
function compareDays(one: Movement | BankRow, other: Movement | BankRow): number {
  return one.day < other.day ? -1 : Number(one.day > other.day);
}

function compareItemDays(one: ReconcileItem, other: ReconcileItem): number {
  const [first, second] = [one.movement ?? one.row, other.movement ?? other.row];
  return first === null || second === null ? 0 : compareDays(first, second);
}
