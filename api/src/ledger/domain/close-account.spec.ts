import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import {
  adjust,
  ALICE,
  aliceWith,
  BOB,
  closeAlice,
  credit,
  dollars,
  incomingPayment,
  InMemoryLedger,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';

describe('closing an account with $500.00, two open transfers and a completed one', () => {
  const withTransactions = () =>
    aliceWith(dollars(500)).execute(
      transfer(txn(1), dollars(120)),
      transfer(txn(2), dollars(30)),
      setStatus(txn(2), 'in_review'),
      transfer(txn(3), dollars(50)),
      setStatus(txn(3), 'completed'),
      transfer(txn(4), dollars(10)),
      setStatus(txn(4), 'failed'),
      incomingPayment(txn(5), dollars(900)),
    );

  it('cancels the open transfers, then moves the remaining money to the unclaimed account [ACC-9]', () => {
    const events = withTransactions().expectAccepted(closeAlice);
    expect(events.map(({ type, payload }) => ({ type, ...payload }))).toMatchObject([
      {
        type: 'TransactionStatusChanged',
        transactionId: txn(1),
        to: 'cancelled',
        holdCents: -120_00,
        entries: [],
      },
      {
        type: 'TransactionStatusChanged',
        transactionId: txn(2),
        to: 'cancelled',
        holdCents: -30_00,
        entries: [],
      },
      {
        type: 'AccountClosed',
        accountId: ALICE,
        sweptCents: 450_00,
        holdCents: 0,
        entries: [
          { accountId: ALICE, amountCents: -450_00 },
          { accountId: SYSTEM_ACCOUNTS.unclaimed, amountCents: 450_00 },
        ],
      },
    ]);
  });

  it('leaves an empty account and keeps the earned fee [ACC-9]', () => {
    const ledger = withTransactions().execute(closeAlice);
    expect(ledger.balance(ALICE)).toEqual({ posted: 0, held: 0, available: 0 });
    expect(ledger.systemBalances()).toEqual({
      settlement: -500_00 + 49_00,
      fees: 1_00,
      adjustments: 0,
      unclaimed: 450_00,
    });
    expect(ledger.state.accounts.get(ALICE)?.status).toBe('closed');
  });

  it('does not change completed, failed or incoming transactions', () => {
    const ledger = withTransactions().execute(closeAlice);
    expect(ledger.transaction(txn(3)).status).toBe('completed');
    expect(ledger.transaction(txn(4))).toMatchObject({ status: 'failed', revision: 2 });
    expect(ledger.transaction(txn(5))).toMatchObject({ status: 'pending', revision: 1 });
  });

  it("does not change another customer's transfers", () => {
    const ledger = withTransactions().execute(
      { type: 'OpenAccount', accountId: BOB },
      { ...credit(txn(6), dollars(40)), accountId: BOB } as ReturnType<typeof credit>,
      { ...transfer(txn(7), dollars(40)), accountId: BOB } as ReturnType<typeof transfer>,
      closeAlice,
    );
    expect(ledger.balance(BOB)).toEqual({ posted: 40_00, held: 40_00, available: 0 });
  });

  it('makes the account refuse every later command [ACC-9]', () => {
    const ledger = withTransactions().execute(closeAlice);
    const before = structuredClone(ledger.state);
    const closed = { code: 'ACCOUNT_CLOSED' };
    expect(ledger.expectRefused(transfer(txn(8), 1))).toEqual(closed);
    expect(ledger.expectRefused(credit(txn(8), 1))).toEqual(closed);
    expect(ledger.expectRefused(incomingPayment(txn(8), 1))).toEqual(closed);
    expect(ledger.expectRefused(adjust(txn(8), 1))).toEqual(closed);
    expect(ledger.expectRefused(setStatus(txn(3), 'failed'))).toEqual(closed);
    expect(ledger.expectRefused(setStatus(txn(5), 'completed'))).toEqual(closed);
    expect(ledger.expectRefused(closeAlice)).toEqual(closed);
    expect(ledger.expectRefused({ type: 'OpenAccount', accountId: ALICE })).toEqual({
      code: 'ACCOUNT_EXISTS',
    });
    expect(ledger.state).toEqual(before);
  });
});

describe('closing an account', () => {
  it('posts no entries if the account is empty', () => {
    const [event] = aliceWith(0).expectAccepted(closeAlice);
    expect(event).toMatchObject({ type: 'AccountClosed', payload: { sweptCents: 0, entries: [] } });
  });

  it('is refused if the account does not exist', () => {
    expect(new InMemoryLedger().expectRefused(closeAlice)).toEqual({ code: 'ACCOUNT_NOT_FOUND' });
  });

  it.each(Object.entries(SYSTEM_ACCOUNTS))("is refused for the bank's own %s account", (_name, accountId) => {
    const ledger = aliceWith(dollars(500));
    expect(ledger.expectRefused({ type: 'CloseAccount', accountId })).toEqual({ code: 'ACCOUNT_NOT_FOUND' });
  });
});
