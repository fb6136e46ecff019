import { describe, expect, it } from '@jest/globals';
import type { TransactionStatus } from '@moniker/common/transactions.js';
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
import type { Entry } from './transactions.js';

/** The effect of one transaction of $100.00 on balances; a transfer's fee is $2.00. */
interface Effect {
  readonly held: number;
  readonly customer: number;
  readonly settlement: number;
  readonly fees: number;
}

const NOTHING: Effect = { held: 0, customer: 0, settlement: 0, fees: 0 };
const HELD: Effect = { ...NOTHING, held: 100_00 };
const SENT: Effect = { held: 0, customer: -100_00, settlement: 98_00, fees: 2_00 };
const RECEIVED: Effect = { held: 0, customer: 100_00, settlement: -100_00, fees: 0 };

type Row = Record<TransactionStatus, Effect>;

const OUTGOING: Row = {
  pending: HELD,
  processing: HELD,
  initiated: HELD,
  in_review: HELD,
  completed: SENT,
  failed: NOTHING,
  cancelled: NOTHING,
};

const INCOMING: Row = {
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
  { name: 'incoming payment', row: INCOMING, create: incomingPayment(txn(1), dollars(100)) },
  { name: 'credit', row: INCOMING, create: credit(txn(1), dollars(100), 'pending') },
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
    it.each(STATUSES)('has exactly the effect of its status while it is %s [TRF-13]', (status) => {
      const ledger = aliceWithOne(create, status);
      const effect = row[status];
      expect(ledger.balance(ALICE)).toEqual({
        posted: OPENING + effect.customer,
        held: effect.held,
        available: OPENING + effect.customer - effect.held,
      });
      expect(ledger.systemBalances()).toEqual({
        settlement: -OPENING + effect.settlement,
        fees: effect.fees,
        adjustments: 0,
        unclaimed: 0,
      });
    });

    it.each(PAIRS)(
      'going from %s to %s changes balances by the difference between the effects of the two statuses [TRF-14]',
      (from, to) => {
        const ledger = aliceWithOne(create, from);
        const events = ledger.expectAccepted(setStatus(txn(1), to));
        if (from === to) {
          expect(events).toEqual([]);
          return;
        }
        expect(events).toHaveLength(1);
        const [event] = events;
        if (event?.type !== 'TransactionStatusChanged') throw new Error('expected TransactionStatusChanged');
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
      },
    );

    it.each(PAIRS)('restores all balances when it goes from %s to %s and back [TRF-14]', (from, to) => {
      const ledger = aliceWithOne(create, from);
      const before = [ledger.balance(ALICE), ledger.systemBalances()];
      ledger.execute(setStatus(txn(1), to), setStatus(txn(1), from));
      expect([ledger.balance(ALICE), ledger.systemBalances()]).toEqual(before);
    });
  });
}

describe('a new transaction', () => {
  it.each(STATUSES)(
    'of kind incoming payment may start as %s, with the effect of that status [PAY-3]',
    (status) => {
      const ledger = aliceWith(OPENING).execute(incomingPayment(txn(1), dollars(100), status));
      expect(ledger.balance(ALICE)).toMatchObject({ posted: OPENING + INCOMING[status].customer, held: 0 });
    },
  );

  it.each(STATUSES)('of kind credit may start as %s, with the effect of that status', (status) => {
    const ledger = aliceWith(OPENING).execute(credit(txn(1), dollars(100), status));
    expect(ledger.balance(ALICE)).toMatchObject({ posted: OPENING + INCOMING[status].customer, held: 0 });
  });

  it('of kind transfer starts as pending, with its amount held [TRF-13]', () => {
    const ledger = aliceWith(OPENING).execute(transfer(txn(1), dollars(100)));
    expect(ledger.transaction(txn(1)).status).toBe('pending');
    expect(ledger.balance(ALICE)).toEqual({ posted: 500_00, held: 100_00, available: 400_00 });
  });

  it('of less than 25 cents has no fee, so completing it posts no fee entry', () => {
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
