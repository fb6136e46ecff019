import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BankRow, type Movement, reconcile, reconcileTotals } from './reconciliation.js';

const JANUARY = { from: '2026-01-01', to: '2026-01-31', days: 3 };

function movementOf(reference: string, day: string, amountCents: number, position = 1): Movement {
  return { transactionId: reference, day, amountCents, position, kind: 'transfer', isReversal: false };
}

function row(reference: string, day: string, amountCents: number, line = 2): BankRow {
  return { reference, day, amountCents, line };
}

/** Formats each item as `result ledger-position bank-line`. */
function reconciled(movements: Movement[], rows: BankRow[], options = JANUARY): string[] {
  return reconcile(movements, rows, options).map(
    ({ result, movement, row: found }) => `${result} ${movement?.position ?? '-'} ${found?.line ?? '-'}`,
  );
}

describe('a movement and a row', () => {
  it.each([
    ['match on the same day', '2026-01-10', -980_00, 'matched 1 2'],
    ['match if the row is three days later', '2026-01-13', -980_00, 'matched 1 2'],
    ['match if the row is three days earlier', '2026-01-07', -980_00, 'matched 1 2'],
    [
      'are paired as different-date if the row is four days later',
      '2026-01-14',
      -980_00,
      'different-date 1 2',
    ],
    [
      'are paired as different-date if the row is four days earlier',
      '2026-01-06',
      -980_00,
      'different-date 1 2',
    ],
    [
      'are paired as different-amount if they differ by a cent',
      '2026-01-10',
      -980_01,
      'different-amount 1 2',
    ],
  ])('%s', (_, day, amountCents, expected) => {
    expect(reconciled([movementOf('a', '2026-01-10', -980_00)], [row('a', day, amountCents)])).toEqual([
      expected,
    ]);
  });

  it('do not match if their references differ', () => {
    expect(reconciled([movementOf('a', '2026-01-10', 100)], [row('b', '2026-01-10', 100)])).toEqual([
      'missing-in-bank 1 -',
      'missing-in-ledger - 2',
    ]);
  });

  it('do not match if their signs are opposite', () => {
    expect(reconciled([movementOf('a', '2026-01-10', -100)], [row('a', '2026-01-10', 100)])).toEqual([
      'missing-in-bank 1 -',
      'missing-in-ledger - 2',
    ]);
  });
});

describe('a transfer that was completed, reversed and completed again', () => {
  const movements = [
    movementOf('a', '2026-01-10', -100, 1),
    movementOf('a', '2026-01-12', 100, 2),
    movementOf('a', '2026-01-12', -100, 3),
  ];

  it('matches three rows in any order', () => {
    const rows = [
      row('a', '2026-01-12', -100, 2),
      row('a', '2026-01-13', 100, 3),
      row('a', '2026-01-09', -100, 4),
    ];
    expect(reconciled(movements, rows).sort()).toEqual(['matched 1 4', 'matched 2 3', 'matched 3 2']);
  });

  it('is reported as missing in the bank once for each movement that has no row', () => {
    expect(reconciled(movements, [row('a', '2026-01-10', -100, 2)])).toEqual([
      'matched 1 2',
      'missing-in-bank 2 -',
      'missing-in-bank 3 -',
    ]);
  });
});

describe('a repeated row', () => {
  it('is a duplicate if the ledger has one movement', () => {
    const rows = [row('a', '2026-01-11', 100, 2), row('a', '2026-01-11', 100, 3)];
    expect(reconciled([movementOf('a', '2026-01-10', 100)], rows)).toEqual(['matched 1 2', 'duplicate - 3']);
  });

  it('is not a duplicate if the ledger has two movements', () => {
    const movements = [movementOf('a', '2026-01-10', 100, 1), movementOf('a', '2026-01-10', 100, 2)];
    const rows = [row('a', '2026-01-10', 100, 2), row('a', '2026-01-10', 100, 3)];
    expect(reconciled(movements, rows)).toEqual(['matched 1 2', 'matched 2 3']);
  });

  it('without a movement, is missing in the ledger the first time and a duplicate the second time', () => {
    const rows = [row('a', '2026-01-10', 100, 2), row('a', '2026-01-10', 100, 3)];
    expect(reconciled([], rows)).toEqual(['duplicate - 3', 'missing-in-ledger - 2']);
  });
});

describe('reconcile, for a period', () => {
  it('excludes items that lie entirely outside the period', () => {
    const movements = [movementOf('a', '2025-12-31', 100, 1), movementOf('b', '2026-02-01', 100, 2)];
    expect(reconciled(movements, [row('c', '2025-12-31', 100), row('d', '2026-02-01', 100)])).toEqual([]);
  });

  it('includes items with one side inside the period', () => {
    const movements = [movementOf('a', '2025-12-31', 100, 1), movementOf('b', '2026-01-31', 100, 2)];
    const rows = [row('a', '2026-01-01', 100, 2), row('b', '2026-02-02', 100, 3)];
    expect(reconciled(movements, rows)).toEqual(['matched 1 2', 'matched 2 3']);
  });

  it('counts days across the end of a month and a daylight saving change', () => {
    const options = { from: '2026-03-01', to: '2026-03-31', days: 2 };
    expect(reconciled([movementOf('a', '2026-03-07', 1)], [row('a', '2026-03-09', 1)], options)).toEqual([
      'matched 1 2',
    ]);
    expect(reconciled([movementOf('a', '2026-02-27', 1)], [row('a', '2026-03-02', 1)], options)).toEqual([
      'different-date 1 2',
    ]);
  });
});

describe('reconcileTotals', () => {
  it('sums both sides over all items', () => {
    const items = reconcile(
      [movementOf('a', '2026-01-10', -500), movementOf('b', '2026-01-10', 900)],
      [row('a', '2026-01-10', -500), row('b', '2026-01-10', 950), row('c', '2026-01-10', 20)],
      JANUARY,
    );
    expect(reconcileTotals(items)).toMatchObject({
      ...{ ledgerCents: 400, bankCents: 470, differenceCents: 70, isReconciled: false },
      counts: { matched: 1, 'different-amount': 1, 'missing-in-ledger': 1, 'missing-in-bank': 0 },
    });
  });
});

const START = Date.parse('2026-01-01T00:00:00Z');
const dayAfter = (days: number): string => new Date(START + days * 86_400_000).toISOString().slice(0, 10);

/** Few references and amounts, so that they often collide. */
const sides = fc.array(
  fc.record({
    reference: fc.constantFrom('a', 'b', 'c'),
    day: fc.integer({ min: -5, max: 35 }).map(dayAfter),
    amountCents: fc.constantFrom(-200, -100, 100, 200),
  }),
  { maxLength: 14 },
);
const asMovements = (found: { reference: string; day: string; amountCents: number }[]) =>
  found.map(({ reference, day, amountCents }, index) => movementOf(reference, day, amountCents, index + 1));
const asRows = (found: { reference: string; day: string; amountCents: number }[]) =>
  found.map(({ reference, day, amountCents }, index) => row(reference, day, amountCents, index + 2));

const inJanuary = ({ day }: { day: string }): boolean => JANUARY.from <= day && day <= JANUARY.to;

describe('reconcile, for any ledger and any file', () => {
  it('puts each movement and each row of the period into exactly one item', () => {
    fc.assert(
      fc.property(sides, sides, fc.integer({ min: 0, max: 5 }), (ledger, file, days) => {
        const [movements, rows] = [asMovements(ledger), asRows(file)];
        const items = reconcile(movements, rows, { ...JANUARY, days });
        const foundMovements = items.flatMap(({ movement }) => movement ?? []);
        const foundRows = items.flatMap(({ row: found }) => found ?? []);
        expect(new Set(foundMovements).size).toBe(foundMovements.length);
        expect(new Set(foundRows).size).toBe(foundRows.length);
        expect(foundMovements).toEqual(expect.arrayContaining(movements.filter(inJanuary)));
        expect(foundRows).toEqual(expect.arrayContaining(rows.filter(inJanuary)));
        for (const { movement, row: found } of items) {
          expect([movement, found].some((side) => side !== null && inJanuary(side))).toBe(true);
        }
      }),
    );
  });

  it('finds the maximum number of matches', () => {
    fc.assert(
      fc.property(sides, sides, fc.integer({ min: 0, max: 5 }), (ledger, file, days) => {
        const [movements, rows] = [asMovements(ledger), asRows(file)];
        const all = { from: '2025-01-01', to: '2027-01-01', days };
        const matched = reconcile(movements, rows, all).filter(({ result }) => result === 'matched');
        expect(matched).toHaveLength(maxPairs(movements, rows, days));
      }),
      { numRuns: 300 },
    );
  });

  it('matches everything if the file has the same movements in any order, up to three days earlier or later', () => {
    const shifted = sides.chain((ledger) =>
      fc.tuple(
        fc.constant(ledger),
        fc.array(fc.integer({ min: -3, max: 3 }), { minLength: ledger.length, maxLength: ledger.length }),
        fc.shuffledSubarray(
          ledger.map((_, index) => index),
          { minLength: ledger.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shifted, ([ledger, shifts, order]) => {
        const rows = order.map((from, index) => {
          const { reference, day, amountCents } = ledger[from] ?? { reference: '', day: '', amountCents: 0 };
          const days = (Date.parse(day) - START) / 86_400_000 + (shifts[from] ?? 0);
          return row(reference, dayAfter(days), amountCents, index + 2);
        });
        const all = { from: '2025-01-01', to: '2027-01-01', days: 3 };
        expect(reconcileTotals(reconcile(asMovements(ledger), rows, all)).isReconciled).toBe(true);
      }),
    );
  });
});

/** Uses augmenting paths to find the maximum number of pairs. Slow, but independent of the code under test. */
function maxPairs(movements: Movement[], rows: BankRow[], days: number): number {
  const pairOf = new Map<BankRow, Movement>();
  const fits = (movement: Movement, found: BankRow): boolean =>
    movement.transactionId === found.reference &&
    movement.amountCents === found.amountCents &&
    Math.abs(Date.parse(movement.day) - Date.parse(found.day)) <= days * 86_400_000;
  const assign = (movement: Movement, tried: Set<BankRow>): boolean =>
    rows.some((found) => {
      if (tried.has(found) || !fits(movement, found)) return false;
      tried.add(found);
      const other = pairOf.get(found);
      if (other !== undefined && !assign(other, tried)) return false;
      pairOf.set(found, movement);
      return true;
    });
  return movements.filter((movement) => assign(movement, new Set())).length;
}
