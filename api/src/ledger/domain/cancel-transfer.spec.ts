import { describe, expect, it } from '@jest/globals';
import { TRANSACTION_STATUSES } from '@moniker/common/transactions.js';
import {
  ALICE,
  aliceWith,
  BOB,
  cancel,
  closeAlice,
  credit,
  dollars,
  incomingPayment,
  MONDAY,
  setStatus,
  transfer,
  txn,
} from './in-memory-ledger.fixtures.js';

const requested = () => aliceWith(dollars(3_000)).execute(transfer(txn(1), dollars(1_500)));
const canceled = () => requested().execute(cancel(txn(1)));

describe('given a pending transfer, when its customer cancels it', () => {
  it('then the event has the amount, the bank day and the released hold, and no entries [TRF-27]', () => {
    expect(requested().expectAccepted(cancel(txn(1)))).toMatchObject([
      {
        stream: `account:${ALICE}`,
        version: 4,
        type: 'TransferCanceled',
        payload: {
          transactionId: txn(1),
          accountId: ALICE,
          amountCents: 1_500_00,
          bankDay: MONDAY,
          holdCents: -1_500_00,
          entries: [],
        },
      },
    ]);
  });

  it('then the amount is available again and no longer counts toward the daily limit [TRF-27, TRF-9]', () => {
    const ledger = canceled();
    expect(ledger.balance(ALICE)).toEqual({ posted: 3_000_00, held: 0, available: 3_000_00 });
    expect(ledger.systemBalances().fees).toBe(0);
    expect(ledger.expectAccepted(transfer(txn(2), dollars(2_000)))).toHaveLength(1);
  });

  it('then it is canceled, and its revision increases by one', () => {
    const ledger = canceled();
    const { status, revision, customerCanceledAt, changedAt } = ledger.transaction(txn(1));
    expect({ status, revision }).toEqual({ status: 'cancelled', revision: 2 });
    expect(customerCanceledAt).toEqual(changedAt);
  });
});

describe('given a transfer that its customer canceled, when an admin reviews it', () => {
  const others = TRANSACTION_STATUSES.filter((status) => status !== 'cancelled');

  it.each(others)('then a change to %s is refused and changes nothing [TRF-28]', (status) => {
    const ledger = canceled();
    const before = structuredClone(ledger.state);
    expect(ledger.expectRefused(setStatus(txn(1), status))).toEqual({ code: 'CANCELED_BY_CUSTOMER' });
    expect(ledger.state).toEqual(before);
  });

  it('then a decision that expects the transfer to be pending is refused as outdated [TRF-28]', () => {
    const decision = { ...setStatus(txn(1), 'completed'), expectedStatus: 'pending' as const };
    expect(canceled().expectRefused(decision)).toMatchObject({ code: 'REVISION_STALE', status: 'cancelled' });
  });

  it('then notes can still be added', () => {
    const notes = { ...setStatus(txn(1), 'cancelled'), notesDigest: 'notes' };
    expect(canceled().expectAccepted(notes)).toMatchObject([{ type: 'TransactionAmended' }]);
  });
});

describe('given a transfer that an admin canceled, when it is reopened', () => {
  it('then the change is accepted, because only a cancellation by the customer is final', () => {
    const ledger = requested().execute(setStatus(txn(1), 'cancelled'), setStatus(txn(1), 'pending'));
    expect(ledger.balance(ALICE).held).toBe(1_500_00);
    expect(ledger.expectAccepted(cancel(txn(1)))).toHaveLength(1);
  });
});

describe('a cancellation', () => {
  const decided = TRANSACTION_STATUSES.filter((status) => status !== 'pending');

  it.each(decided)('is refused for a transfer that is %s [TRF-27]', (status) => {
    const ledger = requested().execute(setStatus(txn(1), status));
    expect(ledger.expectRefused(cancel(txn(1)))).toEqual({ code: 'TRANSFER_NOT_PENDING', status });
  });

  it('is refused the second time', () => {
    expect(canceled().expectRefused(cancel(txn(1)))).toEqual({
      code: 'TRANSFER_NOT_PENDING',
      status: 'cancelled',
    });
  });

  it("is refused as not found for another customer's transfer [TXN-8]", () => {
    const ledger = requested().execute({ type: 'OpenAccount', accountId: BOB });
    expect(ledger.expectRefused(cancel(txn(1), BOB))).toEqual({ code: 'TRANSACTION_NOT_FOUND' });
  });

  it.each([
    ['an incoming payment', incomingPayment(txn(1), dollars(5))],
    ['a credit', credit(txn(1), dollars(5), 'pending')],
  ])('is refused as not found for %s', (_kind, creation) => {
    const ledger = aliceWith(0).execute(creation);
    expect(ledger.expectRefused(cancel(txn(1)))).toEqual({ code: 'TRANSACTION_NOT_FOUND' });
  });

  it('is refused on a closed account', () => {
    const ledger = requested().execute(closeAlice);
    expect(ledger.expectRefused(cancel(txn(1)))).toEqual({ code: 'ACCOUNT_CLOSED' });
  });
});
