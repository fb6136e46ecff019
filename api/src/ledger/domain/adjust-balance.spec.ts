import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import { adjust, ALICE, aliceWith, dollars, setStatus, transfer, txn } from './in-memory-ledger.fixtures.js';

describe('editing a balance of $300.00 with $100.00 held', () => {
  const withHold = () => aliceWith(dollars(300)).execute(transfer(txn(1), dollars(100)));

  it('posts an increase against the adjustments account and keeps the hold [ACC-8]', () => {
    const ledger = withHold();
    const [event] = ledger.expectAccepted(adjust(txn(2), dollars(450)));
    expect(event).toMatchObject({
      type: 'BalanceAdjusted',
      payload: {
        transactionId: txn(2),
        fromCents: 300_00,
        toCents: 450_00,
        deltaCents: 150_00,
        holdCents: 0,
        entries: [
          { accountId: ALICE, amountCents: 150_00 },
          { accountId: SYSTEM_ACCOUNTS.adjustments, amountCents: -150_00 },
        ],
      },
    });
    expect(ledger.balance(ALICE)).toEqual({ posted: 450_00, held: 100_00, available: 350_00 });
    expect(ledger.systemBalances().adjustments).toBe(-150_00);
  });

  it('accepts a decrease to exactly the held amount', () => {
    const ledger = withHold().execute(adjust(txn(2), dollars(100)));
    expect(ledger.balance(ALICE)).toEqual({ posted: 100_00, held: 100_00, available: 0 });
    expect(ledger.systemBalances().adjustments).toBe(200_00);
  });

  it('refuses a balance one cent below the held amount [ACC-8]', () => {
    expect(withHold().expectRefused(adjust(txn(2), 99_99))).toEqual({
      code: 'BALANCE_BELOW_HELD',
      heldCents: 100_00,
    });
  });

  it('changes nothing when the new balance equals the current one [ACC-8]', () => {
    const ledger = withHold();
    expect(ledger.expectAccepted(adjust(txn(2), dollars(300)))).toEqual([]);
    expect(ledger.state.transactions.has(txn(2))).toBe(false);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, 1_000_000_001])('refuses a balance of %d cents', (cents) => {
    expect(withHold().expectRefused(adjust(txn(2), cents))).toEqual({ code: 'AMOUNT_INVALID' });
  });

  it('adds a completed transaction whose status cannot change', () => {
    const ledger = withHold().execute(adjust(txn(2), dollars(250)));
    expect(ledger.transaction(txn(2))).toMatchObject({
      kind: 'adjustment',
      status: 'completed',
      amountCents: -50_00,
      feeCents: 0,
    });
    for (const status of ['pending', 'failed', 'cancelled'] as const) {
      expect(ledger.expectRefused(setStatus(txn(2), status))).toEqual({ code: 'TRANSACTION_FINAL' });
    }
    expect(ledger.expectAccepted(setStatus(txn(2), 'completed'))).toEqual([]);
  });
});
