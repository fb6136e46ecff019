import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { LedgerCommand } from './commands.js';
import {
  ALICE,
  aliceWith,
  credit,
  dollars,
  incomingPayment,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';
import type { Entry, TransactionStatus } from './transactions.js';

/** The table of design.md §3.2 for one transaction of $100.00, whose fee as a transfer is $2.00. */
interface Cell {
  readonly held: number;
  readonly customer: number;
  readonly settlement: number;
  readonly fees: number;
}

const NOTHING: Cell = { held: 0, customer: 0, settlement: 0, fees: 0 };
const HELD: Cell = { ...NOTHING, held: 100_00 };
const SENT: Cell = { held: 0, customer: -100_00, settlement: 98_00, fees: 2_00 };
const RECEIVED: Cell = { held: 0, customer: 100_00, settlement: -100_00, fees: 0 };

type Row = Record<TransactionStatus, Cell>;

const OUTGOING: Row = {
  pending: HELD,
  processing: HELD,
  initiated: HELD,
  in_review: HELD,
  completed: SENT,
  failed: NOTHING,
  cancelled: NOTHING,
};

const ARRIVING: Row = {
  pending: NOTHING,
  processing: NOTHING,
  initiated: NOTHING,
  in_review: NOTHING,
  completed: RECEIVED,
  failed: NOTHING,
  cancelled: NOTHING,
};

interface Kind {
  readonly name: string;
  readonly row: Row;
  readonly create: LedgerCommand;
}

const KINDS: readonly Kind[] = [
  { name: 'transfer', row: OUTGOING, create: transfer(txn(1), dollars(100)) },
  { name: 'incoming payment', row: ARRIVING, create: incomingPayment(txn(1), dollars(100)) },
  { name: 'credit', row: ARRIVING, create: credit(txn(1), dollars(100), 'pending') },
];

const STATUSES = Object.keys(OUTGOING) as TransactionStatus[];
const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));
const OPENING = dollars(500);

/** Alice with $500.00 and one transaction in the given status. */
function aliceWithOne(create: LedgerCommand, status: TransactionStatus) {
  return aliceWith(OPENING).execute(create, setStatus(txn(1), status));
}

const byAccount = (entries: readonly Entry[]) =>
  Object.fromEntries(entries.map(({ accountId, amountCents }) => [accountId, amountCents]));

function withoutZeros(amounts: Record<string, number>) {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== 0));
}

for (const { name, row, create } of KINDS) {
  describe(`a ${name} of $100.00`, () => {
    it.each(STATUSES)('while %s stands for exactly its cell [TRF-13]', (status) => {
      const ledger = aliceWithOne(create, status);
      const cell = row[status];
      expect(ledger.balance(ALICE)).toEqual({
        posted: OPENING + cell.customer,
        held: cell.held,
        available: OPENING + cell.customer - cell.held,
      });
      expect(ledger.systemBalances()).toEqual({
        settlement: -OPENING + cell.settlement,
        fees: cell.fees,
        adjustments: 0,
        unclaimed: 0,
      });
    });

    it.each(PAIRS)('from %s to %s moves the difference of the two cells [TRF-14]', (from, to) => {
      const ledger = aliceWithOne(create, from);
      const events = ledger.expectAccepted(setStatus(txn(1), to));
      if (from === to) {
        expect(events).toEqual([]);
        return;
      }
      expect(events).toHaveLength(1);
      const [event] = events;
      if (event?.type !== 'TransactionStatusChanged') throw new Error('another event');
      expect(event.payload).toMatchObject({ transactionId: txn(1), accountId: ALICE, from, to });
      expect(event.payload.holdCents).toBe(row[to].held - row[from].held);
      expect(byAccount(event.payload.entries)).toEqual(
        withoutZeros({
          [ALICE]: row[to].customer - row[from].customer,
          [SYSTEM_ACCOUNTS.settlement]: row[to].settlement - row[from].settlement,
          [SYSTEM_ACCOUNTS.fees]: row[to].fees - row[from].fees,
        }),
      );
      expect(ledger.balance(ALICE)).toMatchObject({
        posted: OPENING + row[to].customer,
        held: row[to].held,
      });
    });

    it.each(PAIRS)('from %s to %s and back leaves what was there [TRF-14]', (from, to) => {
      const ledger = aliceWithOne(create, from);
      const before = [ledger.balance(ALICE), ledger.systemBalances()];
      ledger.execute(setStatus(txn(1), to), setStatus(txn(1), from));
      expect([ledger.balance(ALICE), ledger.systemBalances()]).toEqual(before);
    });
  });
}

describe('a new transaction', () => {
  it.each(STATUSES)('as an incoming payment may start %s, with that cell [PAY-3]', (status) => {
    const ledger = aliceWith(OPENING).execute(incomingPayment(txn(1), dollars(100), status));
    expect(ledger.balance(ALICE)).toMatchObject({ posted: OPENING + ARRIVING[status].customer, held: 0 });
  });

  it.each(STATUSES)('as a credit may start %s, with that cell', (status) => {
    const ledger = aliceWith(OPENING).execute(credit(txn(1), dollars(100), status));
    expect(ledger.balance(ALICE)).toMatchObject({ posted: OPENING + ARRIVING[status].customer, held: 0 });
  });

  it('as a transfer starts pending, with its amount held [TRF-13]', () => {
    const ledger = aliceWith(OPENING).execute(transfer(txn(1), dollars(100)));
    expect(ledger.transaction(txn(1)).status).toBe('pending');
    expect(ledger.balance(ALICE)).toEqual({ posted: 500_00, held: 100_00, available: 400_00 });
  });

  it('of 24 cents, too small for a fee, posts no entry of zero', () => {
    const ledger = aliceWith(OPENING).execute(transfer(txn(1), 24));
    const [event] = ledger.expectAccepted(setStatus(txn(1), 'completed'));
    expect(event?.payload).toMatchObject({
      entries: [
        { accountId: ALICE, amountCents: -24 },
        { accountId: SYSTEM_ACCOUNTS.settlement, amountCents: 24 },
      ],
    });
  });
});
