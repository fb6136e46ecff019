import { describe, expect, it } from '@jest/globals';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import { adjust, ALICE, aliceWith, dollars, setStatus, transfer, txn } from './in-memory-ledger.fixtures.js';

describe("an admin edits Alice's balance of $300.00, of which $100.00 is held", () => {
  const holding = () => aliceWith(dollars(300)).execute(transfer(txn(1), dollars(100)));

  it('up to $450.00: 150 come from the adjustments account, the hold stays [ACC-8]', () => {
    const ledger = holding();
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

  it('down to exactly what is held: available is nothing', () => {
    const ledger = holding().execute(adjust(txn(2), dollars(100)));
    expect(ledger.balance(ALICE)).toEqual({ posted: 100_00, held: 100_00, available: 0 });
    expect(ledger.systemBalances().adjustments).toBe(200_00);
  });

  it('one cent below what is held is refused [ACC-8]', () => {
    expect(holding().expectRefused(adjust(txn(2), 99_99))).toEqual({
      code: 'BALANCE_BELOW_HELD',
      heldCents: 100_00,
    });
  });

  it('to what it already is changes nothing [ACC-8]', () => {
    const ledger = holding();
    expect(ledger.expectAccepted(adjust(txn(2), dollars(300)))).toEqual([]);
    expect(ledger.state.transactions.has(txn(2))).toBe(false);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, 1_000_000_001])('to %d cents is no amount', (cents) => {
    expect(holding().expectRefused(adjust(txn(2), cents))).toEqual({ code: 'AMOUNT_INVALID' });
  });

  it('leaves a line in the history that is completed for good', () => {
    const ledger = holding().execute(adjust(txn(2), dollars(250)));
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
