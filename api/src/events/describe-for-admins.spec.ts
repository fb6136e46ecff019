import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { toLoggedEvent } from '../ledger/queries/logged-event.js';
import { describeForAdmins } from './describe-events.js';

const IDS = { accountId: 'a', transactionId: 't' };
const MOVES = { holdCents: 0, entries: [], textsDigest: 'd' };

const ROLE = { userId: 'a', role: 'reviewer', changeId: 'c', reasonDigest: 'd', origin: 'decision' };

function describeEvent(type: string, payload: object): string {
  const fields = { type, payload: JSON.stringify(payload), payloadVersion: 1, actor: 'system' };
  return describeForAdmins(toLoggedEvent(fields as RecordedEvent).event, 'Alice Moreno');
}

it('says that a transfer is to another customer, and a payment from one [TRF-61]', () => {
  const describeHalf = (type: string, payloadVersion: number, payload: object) => {
    const fields = {
      type,
      payload: JSON.stringify({ ...IDS, ...MOVES, ...payload }),
      payloadVersion,
      actor: 'system',
    };
    return describeForAdmins(toLoggedEvent(fields as RecordedEvent).event, 'Alice Moreno');
  };
  const request = {
    status: 'pending',
    amountCents: 200_00,
    feeCents: 4_00,
    feeBasisPoints: 200,
    category: 'food',
  };
  const payment = { amountCents: 196_00, transferId: 'o' };
  expect([
    describeHalf('TransferRequested', 3, {
      ...request,
      bankDay: '2026-01-05',
      recipientId: 'b',
      paymentId: 'p',
    }),
    describeHalf('IncomingPaymentCreated', 2, { ...payment, status: 'completed' }),
    describeHalf('TransactionStatusChanged', 2, {
      ...{ ...payment, kind: 'incoming_payment', from: 'completed', to: 'failed', bankDay: null },
    }),
  ]).toEqual([
    '$200.00 held for a transfer of Alice Moreno to another customer',
    'Payment of $196.00 from another customer added to the account of Alice Moreno',
    "Payment of $196.00 of Alice Moreno from completed to failed: money taken back, with the other customer's transfer",
  ]);
});

const change = (kind: string, from: string, to: string) =>
  describeEvent('TransactionStatusChanged', {
    ...IDS,
    ...MOVES,
    kind,
    from,
    to,
    amountCents: 200_00,
    bankDay: null,
  });

describe('describeForAdmins', () => {
  it.each([
    ['AccountOpened', { accountId: 'a' }, 'Account of Alice Moreno opened'],
    [
      'TransferRequested',
      {
        ...IDS,
        ...MOVES,
        status: 'pending',
        amountCents: 200_00,
        feeCents: 4_00,
        category: 'food',
        bankDay: '2026-01-05',
      },
      '$200.00 held for a transfer of Alice Moreno',
    ],
    [
      'IncomingPaymentCreated',
      { ...IDS, ...MOVES, status: 'in_review', amountCents: 1 },
      'Payment of $0.01 for Alice Moreno recorded as in review, no money moved yet',
    ],
    [
      'CreditRecorded',
      { ...IDS, ...MOVES, status: 'completed', amountCents: 5_00, category: null },
      'Credit of $5.00 added to the account of Alice Moreno',
    ],
    [
      'BalanceAdjusted',
      { ...IDS, ...MOVES, fromCents: 1_00, toCents: 2_50, deltaCents: 1_50 },
      'Balance of Alice Moreno set from $1.00 to $2.50',
    ],
    [
      'TransactionAmended',
      { ...IDS, notesDigest: 'd', shownAt: '2026-01-02T00:00:00.000Z' },
      'Notes and shown date of a transaction of Alice Moreno changed',
    ],
    [
      'AccountClosed',
      { accountId: 'a', holdCents: 0, entries: [], sweptCents: 7_00 },
      'Account of Alice Moreno closed, $7.00 moved to unclaimed',
    ],
    [
      'AccountRequestDecided',
      { accountRequestId: 'r', userId: 'a', status: 'in_review' },
      'Account request of Alice Moreno set to in review',
    ],
    ['SsnRead', { kycId: 'k', userId: 'a' }, 'Full SSN of Alice Moreno read'],
    [
      'AccountNumberAssigned',
      { accountRequestId: 'r', userId: 'a', numbersDigest: 'd', origin: 'backfill' },
      'Account number assigned to Alice Moreno earlier, recorded afterwards',
    ],
    ['AdminRoleGranted', ROLE, 'Role reviewer granted to Alice Moreno'],
    ['AdminDisabled', ROLE, 'Access of Alice Moreno (reviewer) to the panel disabled'],
  ])('describes %s [HIST-2]', (type, payload, sentence) => {
    expect(describeEvent(type, payload)).toBe(sentence);
  });

  it('says that an abandoned batch changed nothing [LED-33]', () => {
    expect(describeEvent('BatchAbandoned', { batchHash: '00ff' })).toBe('Batch abandoned; nothing changed');
  });

  it.each([
    ['transfer', 'pending', 'completed', 'hold released, money left the account'],
    ['transfer', 'pending', 'in_review', 'still on hold'],
    ['transfer', 'completed', 'failed', 'money came back'],
    ['transfer', 'completed', 'pending', 'money came back, put on hold'],
    ['transfer', 'failed', 'completed', 'money left the account'],
    ['incoming_payment', 'pending', 'completed', 'money added'],
    ['credit', 'completed', 'cancelled', 'money taken back'],
    ['credit', 'pending', 'failed', 'no money moved'],
  ])('describes a %s from %s to %s: %s', (kind, from, to, effect) => {
    expect(change(kind, from, to)).toMatch(new RegExp(`from .+ to .+: ${effect}$`));
  });

  it('describes an unreadable event as such', () => {
    expect(describeEvent('TransferRequested', { accountId: 'a' })).toContain("can't be read");
    expect(describeEvent('SomethingNew', {})).toContain("can't be read");
  });
});
