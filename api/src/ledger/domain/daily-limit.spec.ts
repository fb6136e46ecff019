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

const rich = () => aliceWith(dollars(100_000));
const overLimit = (usedCents: number) => ({ code: 'DAILY_LIMIT_EXCEEDED', limitCents: 200_000, usedCents });

describe('the daily limit of $2,000.00', () => {
  it('lets exactly $2,000.00 leave in one transfer [TRF-8]', () => {
    expect(rich().expectAccepted(transfer(txn(1), dollars(2_000)))).toHaveLength(1);
  });

  it('refuses one cent more', () => {
    expect(rich().expectRefused(transfer(txn(1), 2_000_01))).toEqual(overLimit(0));
  });

  it('is for all transfers of a day together: 1,500 and 500 pass, one more cent does not [TRF-8]', () => {
    const ledger = rich().execute(transfer(txn(1), dollars(1_500)), transfer(txn(2), dollars(500)));
    expect(ledger.expectRefused(transfer(txn(3), 1))).toEqual(overLimit(2_000_00));
  });

  it('counts a completed transfer as well', () => {
    const ledger = rich().execute(transfer(txn(1), dollars(1_500)), setStatus(txn(1), 'completed'));
    expect(ledger.expectRefused(transfer(txn(2), 500_01))).toEqual(overLimit(1_500_00));
  });

  it.each(['failed', 'cancelled'] as const)('gives back what was %s [TRF-9]', (status) => {
    const ledger = rich().execute(transfer(txn(1), dollars(1_500)), setStatus(txn(1), status));
    expect(ledger.expectAccepted(transfer(txn(2), dollars(2_000)))).toHaveLength(1);
  });

  it('gives back a completed transfer that was reversed, and takes it again when it is completed again [TRF-9]', () => {
    const ledger = rich().execute(
      transfer(txn(1), dollars(1_500)),
      setStatus(txn(1), 'completed'),
      setStatus(txn(1), 'failed'),
      transfer(txn(2), dollars(400)),
      setStatus(txn(1), 'completed'),
    );
    expect(ledger.expectRefused(transfer(txn(3), 100_01))).toEqual(overLimit(1_900_00));
    expect(ledger.expectAccepted(transfer(txn(3), dollars(100)))).toHaveLength(1);
  });

  it('does not count a refused transfer', () => {
    const ledger = rich();
    ledger.expectRefused(transfer(txn(1), dollars(9_000)));
    expect(ledger.expectAccepted(transfer(txn(1), dollars(2_000)))).toHaveLength(1);
  });

  it('starts anew on the next bank day [TRF-9]', () => {
    const ledger = rich().execute(transfer(txn(1), dollars(2_000), MONDAY));
    expect(ledger.expectAccepted(transfer(txn(2), dollars(2_000), TUESDAY))).toHaveLength(1);
  });

  it("gets nothing on Tuesday for Monday's transfer that fails then", () => {
    const ledger = rich().execute(
      transfer(txn(1), dollars(2_000), MONDAY),
      transfer(txn(2), dollars(2_000), TUESDAY),
      setStatus(txn(1), 'failed'),
    );
    expect(ledger.expectRefused(transfer(txn(3), 1, TUESDAY))).toEqual(overLimit(2_000_00));
  });

  it("loses nothing on Tuesday to Monday's transfer that is reopened then", () => {
    const ledger = rich().execute(
      transfer(txn(1), dollars(2_000), MONDAY),
      setStatus(txn(1), 'failed'),
      transfer(txn(2), dollars(1_000), TUESDAY),
      setStatus(txn(1), 'pending'),
    );
    expect(ledger.expectAccepted(transfer(txn(3), dollars(1_000), TUESDAY))).toHaveLength(1);
  });

  it('is not passed by a clock that steps back to the day before', () => {
    const ledger = rich().execute(transfer(txn(1), dollars(2_000), TUESDAY));
    expect(ledger.expectRefused(transfer(txn(2), dollars(1), MONDAY))).toEqual(overLimit(2_000_00));
    expect(ledger.state.accounts.get(ALICE)).toMatchObject({
      outgoingDay: TUESDAY,
      outgoingDayCents: 2_000_00,
    });
  });

  it('books what is sent after such a step on the later day', () => {
    const ledger = rich().execute(
      transfer(txn(1), dollars(500), TUESDAY),
      transfer(txn(2), dollars(500), MONDAY),
    );
    expect(ledger.transaction(txn(2)).bankDay).toBe(TUESDAY);
    expect(ledger.expectRefused(transfer(txn(3), 1_000_01, TUESDAY))).toEqual(overLimit(1_000_00));
  });

  it('is told apart from missing money', () => {
    const ledger = aliceWith(dollars(100));
    expect(ledger.expectRefused(transfer(txn(1), dollars(150)))).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });
});
