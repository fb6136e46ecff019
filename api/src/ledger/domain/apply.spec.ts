import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { SequencedEvent } from './events.js';
import { apply } from './apply.js';
import { ALICE, aliceWith, BOB, dollars, setStatus, transfer, txn } from './in-memory-ledger.fixtures.js';
import type { TransitionEffect } from './transactions.js';

const { settlement } = SYSTEM_ACCOUNTS;

/** The next event after `aliceWith(dollars(100))`: a credit whose effect on money is the given one. */
function creditEvent(
  effect: TransitionEffect,
  place: { version?: number; stream?: string } = {},
): SequencedEvent {
  return {
    type: 'CreditRecorded',
    stream: `account:${ALICE}`,
    position: 3,
    version: 3,
    recordedAt: new Date(0),
    ...place,
    payload: {
      transactionId: txn(1),
      accountId: ALICE,
      status: 'completed',
      amountCents: 100,
      category: null,
      textsDigest: 'digest',
      ...effect,
    },
  };
}

const BALANCED: TransitionEffect = {
  holdCents: 0,
  entries: [
    { accountId: ALICE, amountCents: 100 },
    { accountId: settlement, amountCents: -100 },
  ],
};

describe('folding an event that can not be true stops', () => {
  const fold = (event: SequencedEvent) => () => apply(aliceWith(dollars(100)).state, event);

  it('(the same event, untouched, folds)', () => {
    expect(fold(creditEvent(BALANCED))()).toHaveLength(2);
  });

  it.each([1, 2, 4])('at version %i where 3 is next [LED-19]', (version) => {
    expect(fold(creditEvent(BALANCED, { version }))).toThrow(`version ${version} follows 2`);
  });

  it('at entries that do not sum to zero [LED-2]', () => {
    const [first] = BALANCED.entries;
    if (first === undefined) throw new Error('no entry');
    expect(fold(creditEvent({ holdCents: 0, entries: [first] }))).toThrow('entries sum to 100, not to zero');
  });

  it('at entries of half cents', () => {
    const entries = BALANCED.entries.map((entry) => ({ ...entry, amountCents: entry.amountCents / 200 }));
    expect(fold(creditEvent({ holdCents: 0, entries }))).toThrow('not a whole number of cents');
  });

  it('at money that a customer does not have [LED-19]', () => {
    const entries = [
      { accountId: ALICE, amountCents: -100_01 },
      { accountId: settlement, amountCents: 100_01 },
    ];
    expect(fold(creditEvent({ holdCents: 0, entries }))).toThrow('available');
  });

  it('before anything is changed, also where an account that comes later is at fault', () => {
    const { state } = aliceWith(dollars(100));
    const before = structuredClone(state);
    // Alice's own part is fine; Bob has nothing to give.
    const entries = [
      { accountId: ALICE, amountCents: 100 },
      { accountId: BOB, amountCents: -100 },
    ];
    expect(() => apply(state, creditEvent({ holdCents: 0, entries }))).toThrow('available');
    expect(state).toEqual(before);
  });

  it('at a hold on money that a customer does not have', () => {
    expect(fold(creditEvent({ holdCents: 100_01, entries: [] }))).toThrow('available');
  });

  it('at a hold released twice [LED-19]', () => {
    expect(fold(creditEvent({ holdCents: -1, entries: [] }))).toThrow('held');
  });

  it.each([`account:${BOB}`, `account:x${ALICE}`, `request:${ALICE}`])(
    "at a stream that is not its account's: %s",
    (stream) => {
      const event = creditEvent(BALANCED, { stream, version: 1 });
      expect(fold(event)).toThrow("stream is not its account's");
    },
  );

  it('at a status change of a transaction that does not exist, or that is elsewhere', () => {
    const change = (transactionId: string, from: 'pending' | 'failed'): SequencedEvent => ({
      type: 'TransactionStatusChanged',
      stream: `account:${ALICE}`,
      position: 3,
      version: 3,
      recordedAt: new Date(0),
      payload: {
        transactionId,
        accountId: ALICE,
        kind: 'credit',
        from,
        to: 'cancelled',
        amountCents: 100,
        bankDay: null,
        holdCents: 0,
        entries: [],
      },
    });
    expect(fold(change(txn(5), 'failed'))).toThrow('does not exist');
    expect(fold(change(txn(0), 'pending'))).toThrow(`is not pending`);
  });
});

describe('the bank', () => {
  it('may owe: settlement goes below zero, and nothing else of it is held', () => {
    const ledger = aliceWith(dollars(100)).execute(
      transfer(txn(1), dollars(10)),
      setStatus(txn(1), 'completed'),
    );
    expect(ledger.systemBalances()).toEqual({ settlement: -90_20, fees: 20, adjustments: 0, unclaimed: 0 });
    expect(ledger.state.accounts.get(settlement)).toMatchObject({ heldCents: 0, status: 'open', version: 2 });
  });
});
