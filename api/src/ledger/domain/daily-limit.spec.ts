import { describe, expect, it } from '@jest/globals';
import {
  ALICE,
  aliceWith,
  dollars,
  MONDAY,
  setStatus,
  transfer,
  TUESDAY,
  txn,
} from './in-memory-ledger.fixtures.js';

const withPlenty = () => aliceWith(dollars(100_000));
const overLimit = (usedCents: number) => ({ code: 'DAILY_LIMIT_EXCEEDED', limitCents: 200_000, usedCents });

describe('the daily limit of $2,000.00', () => {
  it('allows exactly $2,000.00 in one transfer [TRF-8]', () => {
    expect(withPlenty().expectAccepted(transfer(txn(1), dollars(2_000)))).toHaveLength(1);
  });

  it('refuses a transfer of one cent more', () => {
    expect(withPlenty().expectRefused(transfer(txn(1), 2_000_01))).toEqual(overLimit(0));
  });

  it('applies to the sum of all transfers in a day [TRF-8]', () => {
    const ledger = withPlenty().execute(transfer(txn(1), dollars(1_500)), transfer(txn(2), dollars(500)));
    expect(ledger.expectRefused(transfer(txn(3), 1))).toEqual(overLimit(2_000_00));
  });

  it('counts completed transfers', () => {
    const ledger = withPlenty().execute(transfer(txn(1), dollars(1_500)), setStatus(txn(1), 'completed'));
    expect(ledger.expectRefused(transfer(txn(2), 500_01))).toEqual(overLimit(1_500_00));
  });

  it.each(['failed', 'cancelled'] as const)('no longer counts a transfer that is %s [TRF-9]', (status) => {
    const ledger = withPlenty().execute(transfer(txn(1), dollars(1_500)), setStatus(txn(1), status));
    expect(ledger.expectAccepted(transfer(txn(2), dollars(2_000)))).toHaveLength(1);
  });

  it('stops counting a reversed transfer until it is completed again [TRF-9]', () => {
    const ledger = withPlenty().execute(
      transfer(txn(1), dollars(1_500)),
      setStatus(txn(1), 'completed'),
      setStatus(txn(1), 'failed'),
      transfer(txn(2), dollars(400)),
      setStatus(txn(1), 'completed'),
    );
    expect(ledger.expectRefused(transfer(txn(3), 100_01))).toEqual(overLimit(1_900_00));
    expect(ledger.expectAccepted(transfer(txn(3), dollars(100)))).toHaveLength(1);
  });

  it('does not count refused transfers', () => {
    const ledger = withPlenty();
    ledger.expectRefused(transfer(txn(1), dollars(9_000)));
    expect(ledger.expectAccepted(transfer(txn(1), dollars(2_000)))).toHaveLength(1);
  });

  it('resets on the next bank day [TRF-9]', () => {
    const ledger = withPlenty().execute(transfer(txn(1), dollars(2_000), MONDAY));
    expect(ledger.expectAccepted(transfer(txn(2), dollars(2_000), TUESDAY))).toHaveLength(1);
  });

  it("is not raised on Tuesday when Monday's transfer fails", () => {
    const ledger = withPlenty().execute(
      transfer(txn(1), dollars(2_000), MONDAY),
      transfer(txn(2), dollars(2_000), TUESDAY),
      setStatus(txn(1), 'failed'),
    );
    expect(ledger.expectRefused(transfer(txn(3), 1, TUESDAY))).toEqual(overLimit(2_000_00));
  });

  it("is not reduced on Tuesday when Monday's transfer is reopened", () => {
    const ledger = withPlenty().execute(
      transfer(txn(1), dollars(2_000), MONDAY),
      setStatus(txn(1), 'failed'),
      transfer(txn(2), dollars(1_000), TUESDAY),
      setStatus(txn(1), 'pending'),
    );
    expect(ledger.expectAccepted(transfer(txn(3), dollars(1_000), TUESDAY))).toHaveLength(1);
  });

  it('does not reset when the clock steps back to the previous day', () => {
    const ledger = withPlenty().execute(transfer(txn(1), dollars(2_000), TUESDAY));
    expect(ledger.expectRefused(transfer(txn(2), dollars(1), MONDAY))).toEqual(overLimit(2_000_00));
    expect(ledger.state.accounts.get(ALICE)).toMatchObject({
      outgoingDay: TUESDAY,
      outgoingDayCents: 2_000_00,
    });
  });

  it('counts transfers toward the later day, even after the clock has stepped back', () => {
    const ledger = withPlenty().execute(
      transfer(txn(1), dollars(500), TUESDAY),
      transfer(txn(2), dollars(500), MONDAY),
    );
    expect(ledger.transaction(txn(2)).bankDay).toBe(TUESDAY);
    expect(ledger.expectRefused(transfer(txn(3), 1_000_01, TUESDAY))).toEqual(overLimit(1_000_00));
  });

  it('does not let a transfer exceed the available balance', () => {
    const ledger = aliceWith(dollars(100));
    expect(ledger.expectRefused(transfer(txn(1), dollars(150)))).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });
});
