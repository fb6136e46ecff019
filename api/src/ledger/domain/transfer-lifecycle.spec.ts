import { describe, expect, it } from '@jest/globals';
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

describe('a transfer of $250.00 from a balance of $1,000.00', () => {
  const sent = () => aliceWith(dollars(1_000)).execute(transfer(txn(1), dollars(250)));

  it('records ids, amounts, the bank day, and a digest instead of the texts [LED-8]', () => {
    const ledger = aliceWith(dollars(1_000));
    const [event] = ledger.expectAccepted(transfer(txn(1), dollars(250)));
    expect(event).toMatchObject({
      stream: `account:${ALICE}`,
      version: 3,
      type: 'TransferRequested',
      payload: {
        transactionId: txn(1),
        accountId: ALICE,
        status: 'pending',
        amountCents: 250_00,
        feeCents: 5_00,
        category: 'bills',
        bankDay: '2026-03-02',
        textsDigest: 'digest',
        holdCents: 250_00,
        entries: [],
      },
    });
  });

  it('is reversed by new entries, and the old ones stay [TRF-15]', () => {
    const ledger = sent().execute(setStatus(txn(1), 'completed'));
    const before = structuredClone([ledger.events, ledger.entries]);
    ledger.execute(setStatus(txn(1), 'failed'));
    expect([ledger.events.slice(0, -1), ledger.entries.slice(0, -3)]).toEqual(before);
    const reversal = ledger.entries.slice(-3).map(({ amountCents }) => amountCents);
    expect(reversal).toEqual([250_00, -245_00, -5_00]);
  });

  it('adds account entries with the balances after each event', () => {
    const ledger = sent().execute(setStatus(txn(1), 'completed'));
    const entries = ledger.entries.filter(({ accountId }) => accountId === ALICE);
    expect(entries).toEqual([
      {
        accountId: ALICE,
        position: 2,
        accountVersion: 2,
        transactionId: txn(0),
        amountCents: 1_000_00,
        holdCents: 0,
        postedAfterCents: 1_000_00,
        heldAfterCents: 0,
        outgoingDayAfter: null,
        outgoingDayCentsAfter: 0,
      },
      {
        accountId: ALICE,
        position: 3,
        accountVersion: 3,
        transactionId: txn(1),
        amountCents: 0,
        holdCents: 250_00,
        postedAfterCents: 1_000_00,
        heldAfterCents: 250_00,
        outgoingDayAfter: '2026-03-02',
        outgoingDayCentsAfter: 250_00,
      },
      {
        accountId: ALICE,
        position: 4,
        accountVersion: 4,
        transactionId: txn(1),
        amountCents: -250_00,
        holdCents: -250_00,
        postedAfterCents: 750_00,
        heldAfterCents: 0,
        outgoingDayAfter: '2026-03-02',
        outgoingDayCentsAfter: 250_00,
      },
    ]);
  });
});

describe('the available balance', () => {
  it('can be transferred in full', () => {
    const ledger = aliceWith(dollars(100)).execute(transfer(txn(1), dollars(100)));
    expect(ledger.balance(ALICE).available).toBe(0);
  });

  it('limits transfers: one cent more is refused, and the refusal returns the shortfall [TRF-5]', () => {
    const ledger = aliceWith(dollars(100));
    expect(ledger.expectRefused(transfer(txn(1), 100_01))).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      availableCents: 100_00,
      shortfallCents: 1,
    });
  });

  it('excludes held money', () => {
    const ledger = aliceWith(dollars(100)).execute(transfer(txn(1), dollars(70)));
    expect(ledger.expectRefused(transfer(txn(2), dollars(50)))).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      availableCents: 30_00,
      shortfallCents: 20_00,
    });
  });

  it('must cover a failed transfer that is reopened [TRF-15]', () => {
    const ledger = aliceWith(dollars(100)).execute(
      transfer(txn(1), dollars(80)),
      setStatus(txn(1), 'failed'),
      transfer(txn(2), dollars(60)),
    );
    for (const status of ['pending', 'completed'] as const) {
      expect(ledger.expectRefused(setStatus(txn(1), status))).toEqual({
        code: 'INSUFFICIENT_FUNDS',
        availableCents: 40_00,
        shortfallCents: 40_00,
      });
    }
  });
});

describe('an incoming payment or a credit', () => {
  const spent = () =>
    aliceWith(dollars(20)).execute(
      incomingPayment(txn(1), dollars(80)),
      setStatus(txn(1), 'completed'),
      transfer(txn(2), dollars(55)),
    );

  it('cannot be reversed once part of it is spent, and the refusal returns the shortfall [PAY-6]', () => {
    const ledger = spent();
    const before = structuredClone(ledger.state);
    for (const status of ['failed', 'cancelled', 'pending', 'in_review'] as const) {
      expect(ledger.expectRefused(setStatus(txn(1), status))).toEqual({
        code: 'REVERSAL_EXCEEDS_AVAILABLE',
        shortfallCents: 35_00,
      });
    }
    expect(ledger.state).toEqual(before);
  });

  it('can be reversed once the transfer that spent it has failed', () => {
    const ledger = spent().execute(setStatus(txn(2), 'failed'), setStatus(txn(1), 'failed'));
    expect(ledger.balance(ALICE)).toEqual({ posted: 20_00, held: 0, available: 20_00 });
  });

  it('can be reversed even if that brings the balance to exactly zero', () => {
    const ledger = aliceWith(0).execute(credit(txn(1), dollars(80)), setStatus(txn(1), 'cancelled'));
    expect(ledger.balance(ALICE)).toEqual({ posted: 0, held: 0, available: 0 });
  });
});

describe('the visibility of a transaction', () => {
  it('begins at creation or, for an incoming payment, at its first completion, and never ends [PAY-4, TXN-1]', () => {
    const ledger = aliceWith(dollars(100)).execute(
      transfer(txn(1), dollars(10)),
      incomingPayment(txn(2), dollars(5)),
      setStatus(txn(2), 'processing'),
    );
    expect(ledger.transaction(txn(0)).visibleAt).toEqual(ledger.events[1]?.recordedAt);
    expect(ledger.transaction(txn(1)).visibleAt).toEqual(ledger.events[2]?.recordedAt);
    expect(ledger.transaction(txn(2)).visibleAt).toBeNull();
    const [completed] = ledger.expectAccepted(setStatus(txn(2), 'completed'));
    ledger.execute(setStatus(txn(2), 'failed'), setStatus(txn(2), 'completed'));
    expect(ledger.transaction(txn(2)).visibleAt).toEqual(completed?.recordedAt);
  });
});
