import { describe, expect, it } from '@jest/globals';
import { MAX_AMOUNT_CENTS } from '@moniker/common/money.js';
import { SYSTEM_ACCOUNTS } from '../domain/accounts.js';
import type { LedgerCommand } from '../domain/commands.js';
import { initialState } from '../domain/state.js';
import { apply } from '../domain/apply.js';
import type { SequencedEvent } from '../domain/events.js';
import { stepOf } from '../domain/transaction-step.js';
import {
  ALICE,
  aliceWith,
  BOB,
  cancel,
  credit,
  dollars,
  adjust,
  setStatus,
  transfer,
  txn,
} from '../domain/in-memory-ledger.fixtures.js';
import { dataViewOf } from '../../platform/database/data-view-of.js';
import { findStepViolation, findViolation } from './find-violation.js';
import { decodeStep, StepEncoder } from './step-codec.js';

const events = (status: 'pending' | 'processing' = 'pending') => {
  const ledger = aliceWith(dollars(100)).execute(transfer(txn(1), dollars(40)));
  if (status === 'processing') ledger.execute(setStatus(txn(1), status));
  return ledger.events;
};
const [, , , cancellation] = aliceWith(dollars(100)).execute(
  transfer(txn(1), dollars(40)),
  cancel(txn(1)),
).events;

/** Returns the violation that `verify` finds in the last of the events, or null. */
function violationOfLast(all: readonly SequencedEvent[]): string | null {
  const state = initialState();
  all.slice(0, -1).forEach((event) => apply(state, event));
  const last = all.at(-1);
  const step = last === undefined ? null : stepOf(last);
  if (last === undefined || step === null) throw new Error('the last event has no transaction');
  return findViolation(state, last) ?? findStepViolation(state.transactions.get(step.transactionId), step);
}

/** Appends a copy of an event, as if it had been written without `decide`. */
function forged(before: readonly SequencedEvent[], event: SequencedEvent | undefined, change = {}) {
  if (event === undefined) throw new Error('there is no event to forge');
  const sequenced = { ...event, position: before.length + 1, version: before.length + 1 };
  return [...before, { ...sequenced, payload: { ...event.payload, ...change } } as SequencedEvent];
}

describe('verify, given a cancellation by the customer', () => {
  it('accepts it if the ledger decided it [TRF-28]', () => {
    expect(violationOfLast(forged(events(), cancellation))).toBeNull();
  });

  it('reports it if it releases a different amount', () => {
    expect(violationOfLast(forged(events(), cancellation, { holdCents: -1 }))).toContain(
      "the event's hold is -$0.01, but",
    );
  });

  it.each([
    ['amount', { amountCents: 10, holdCents: -10 }],
    ['bank day', { bankDay: '2026-03-09' }],
  ])('reports it if it has a different %s', (_what, change) => {
    expect(violationOfLast(forged(events(), cancellation, change))).toBe(
      "the event's amount or bank day differs from the transaction's",
    );
  });

  it('reports it if the transfer is already being processed', () => {
    expect(violationOfLast(forged(events('processing'), cancellation))).toBe(
      'the transaction was processing',
    );
  });

  it('reports it if it cancels a credit', () => {
    const { events: credited } = aliceWith(0).execute(credit(txn(1), dollars(40), 'pending'));
    expect(violationOfLast(forged(credited, cancellation))).toBe(
      'only a transfer can be canceled by its customer',
    );
  });

  it('reports a later status change that revives the transfer [TRF-28]', () => {
    const reopened = aliceWith(dollars(100)).execute(
      transfer(txn(1), dollars(40)),
      setStatus(txn(1), 'cancelled'),
      setStatus(txn(1), 'pending'),
    ).events;
    const canceled = forged(events(), cancellation);
    expect(violationOfLast(forged(canceled, reopened.at(-1)))).toBe('the customer canceled the transaction');
  });

  it('encodes the step of the cancellation, and decodes the same step', () => {
    const step = cancellation === undefined ? null : stepOf(cancellation);
    const encoder = new StepEncoder();
    if (step === null) throw new Error('a cancellation has a step');
    expect(encoder.encode(step)).toBeNull();
    const { transactionId: _id, accountId: _account, ...fields } = step;
    expect(decodeStep(encoder.bytes, dataViewOf(encoder.bytes), 0)).toMatchObject(fields);
  });
});

describe('verify, given an amount', () => {
  it.each([
    ['above the limit', MAX_AMOUNT_CENTS + 1, 'the amount is above the limit'],
    ['of zero', 0, "the amount isn't above zero"],
  ])('reports a credit %s [LED-19]', (_what, amountCents, message) => {
    const { events: credited } = aliceWith(0).execute(credit(txn(1), dollars(1)));
    expect(violationOfLast(forged(credited.slice(0, -1), credited.at(-1), { amountCents }))).toBe(message);
  });

  it.each([-1, MAX_AMOUNT_CENTS + 1])('reports a balance that is set to %d cents [LED-19]', (toCents) => {
    const { events: adjusted } = aliceWith(0).execute(adjust(txn(1), dollars(1)));
    const change = { toCents, deltaCents: toCents };
    expect(violationOfLast(forged(adjusted.slice(0, -1), adjusted.at(-1), change))).toBe(
      'the new balance is outside the limits',
    );
  });
});

describe('verify, given a transfer to another customer', () => {
  const paid = aliceWith(dollars(100))
    .execute({ type: 'OpenAccount', accountId: BOB })
    .execute(
      { ...transfer(txn(1), dollars(40)), recipient: { accountId: BOB, paymentId: txn(2) } } as LedgerCommand,
      setStatus(txn(1), 'completed'),
    ).events;
  const upTo = (type: SequencedEvent['type'], change: object) => {
    const index = paid.findLastIndex((event) => event.type === type);
    const before = paid.slice(0, index);
    const event = paid[index];
    if (event === undefined) throw new Error(`there is no ${type}`);
    return [...before, { ...event, payload: { ...event.payload, ...change } } as SequencedEvent];
  };

  it('accepts it if the ledger decided it [LED-81]', () => {
    expect(violationOfLast(upTo('TransferRequested', {}))).toBeNull();
    expect(violationOfLast(upTo('IncomingPaymentCreated', {}))).toBeNull();
  });

  it.each([
    [{ recipientId: ALICE }, 'the recipient is the sender'],
    [{ recipientId: SYSTEM_ACCOUNTS.fees }, 'the recipient has no open account'],
    [{ recipientId: txn(9) }, 'the recipient has no open account'],
    [{ recipientId: undefined }, 'the transfer names a payment but no recipient'],
    [{ paymentId: undefined }, 'the transfer names a recipient but no payment'],
  ])('reports a request with %p [LED-81]', (change, message) => {
    expect(violationOfLast(upTo('TransferRequested', change))).toBe(message);
  });

  const NOT_AS_PAID =
    'a payment made by a transfer must start as completed, without texts or notes of its own';
  it.each([
    [{ transferId: undefined }, 'the payment has no texts'],
    [{ textsDigest: 'd' }, NOT_AS_PAID],
    [{ notesDigest: 'd' }, NOT_AS_PAID],
    [{ status: 'pending', entries: [] }, NOT_AS_PAID],
  ])('reports a payment with %p [LED-81]', (change, message) => {
    expect(violationOfLast(upTo('IncomingPaymentCreated', change))).toBe(message);
  });

  it('reports a payment that changes without its transfer [LED-82]', () => {
    const alone =
      'a payment that belongs to a transfer between customers changes only together with that transfer';
    const ids = { transactionId: txn(2), accountId: BOB };
    const append = (type: SequencedEvent['type'], payload: object) => [
      ...paid,
      {
        ...{ type, stream: `account:${BOB}`, position: paid.length + 1, version: 3, recordedAt: new Date() },
        payload: { ...ids, ...payload },
      } as SequencedEvent,
    ];
    const amended = append('TransactionAmended', { notesDigest: 'd', shownAt: null });
    expect(violationOfLast(amended)).toBe(alone);
    const entries = [
      { accountId: BOB, amountCents: -39_20 },
      { accountId: SYSTEM_ACCOUNTS.settlement, amountCents: 39_20 },
    ];
    const change = {
      kind: 'incoming_payment',
      from: 'completed',
      bankDay: null,
      amountCents: 39_20,
      holdCents: 0,
    };
    const reversed = { ...change, to: 'failed', entries };
    expect(violationOfLast(append('TransactionStatusChanged', reversed))).toBe(alone);
    expect(violationOfLast(append('TransactionStatusChanged', { ...reversed, transferId: txn(3) }))).toBe(
      alone,
    );
    expect(
      violationOfLast(append('TransactionStatusChanged', { ...reversed, transferId: txn(1) })),
    ).toBeNull();
    expect(
      violationOfLast(append('TransactionStatusChanged', { ...reversed, to: 'pending', transferId: txn(1) })),
    ).toBe(alone);
  });
});
