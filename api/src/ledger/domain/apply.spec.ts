import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { SequencedEvent } from './events.js';
import { apply } from './apply.js';
import { ALICE, aliceWith, BOB, dollars, setStatus, transfer, txn } from './in-memory-ledger.fixtures.js';
import type { TransitionEffect } from './transactions.js';

const { settlement } = SYSTEM_ACCOUNTS;

/** The event that follows the events of `aliceWith(dollars(100))`: a credit with the given hold change and entries. */
function creditEvent(
  effect: TransitionEffect,
  overrides: { version?: number; stream?: string } = {},
): SequencedEvent {
  return {
    type: 'CreditRecorded',
    stream: `account:${ALICE}`,
    position: 3,
    version: 3,
    recordedAt: new Date(0),
    ...overrides,
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

describe('applying an event', () => {
  const applying = (event: SequencedEvent) => () => apply(aliceWith(dollars(100)).state, event);

  it('returns its account entries', () => {
    expect(applying(creditEvent(BALANCED))()).toHaveLength(2);
  });

  it.each([1, 2, 4])('rejects version %i when the next version is 3 [LED-19]', (version) => {
    expect(applying(creditEvent(BALANCED, { version }))).toThrow(`version ${version} follows 2`);
  });

  it('rejects entries that do not sum to zero [LED-2]', () => {
    const [first] = BALANCED.entries;
    if (first === undefined) throw new Error('no entry');
    expect(applying(creditEvent({ holdCents: 0, entries: [first] }))).toThrow(
      'entries sum to 100, not to zero',
    );
  });

  it('rejects entries with fractions of a cent', () => {
    const entries = BALANCED.entries.map((entry) => ({ ...entry, amountCents: entry.amountCents / 200 }));
    expect(applying(creditEvent({ holdCents: 0, entries }))).toThrow('not a whole number of cents');
  });

  it('rejects an entry that overdraws a customer [LED-19]', () => {
    const entries = [
      { accountId: ALICE, amountCents: -100_01 },
      { accountId: settlement, amountCents: 100_01 },
    ];
    expect(applying(creditEvent({ holdCents: 0, entries }))).toThrow('available');
  });

  it('leaves the state unchanged when a later entry is invalid', () => {
    const { state } = aliceWith(dollars(100));
    const before = structuredClone(state);
    // Alice's entry is valid; Bob's overdraws his account.
    const entries = [
      { accountId: ALICE, amountCents: 100 },
      { accountId: BOB, amountCents: -100 },
    ];
    expect(() => apply(state, creditEvent({ holdCents: 0, entries }))).toThrow('available');
    expect(state).toEqual(before);
  });

  it('rejects a hold that exceeds the available money', () => {
    expect(applying(creditEvent({ holdCents: 100_01, entries: [] }))).toThrow('available');
  });

  it('rejects the release of a hold that does not exist [LED-19]', () => {
    expect(applying(creditEvent({ holdCents: -1, entries: [] }))).toThrow('held');
  });

  it.each([`account:${BOB}`, `account:x${ALICE}`, `request:${ALICE}`])(
    'rejects an event in a stream that does not belong to its account: %s',
    (stream) => {
      const event = creditEvent(BALANCED, { stream, version: 1 });
      expect(applying(event)).toThrow("the stream doesn't belong to the event's account");
    },
  );

  it('rejects a status change if the transaction is unknown or not in the expected status', () => {
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
    expect(applying(change(txn(5), 'failed'))).toThrow("doesn't exist");
    expect(applying(change(txn(0), 'pending'))).toThrow(`isn't pending`);
  });
});

describe("the bank's own accounts", () => {
  it('can have negative balances but never holds', () => {
    const ledger = aliceWith(dollars(100)).execute(
      transfer(txn(1), dollars(10)),
      setStatus(txn(1), 'completed'),
    );
    expect(ledger.systemBalances()).toEqual({ settlement: -90_20, fees: 20, adjustments: 0, unclaimed: 0 });
    expect(ledger.state.accounts.get(settlement)).toMatchObject({ heldCents: 0, status: 'open', version: 2 });
  });
});
