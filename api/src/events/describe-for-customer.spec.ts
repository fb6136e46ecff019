import { describe, expect, it } from '@jest/globals';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import type { SequencedEvent } from '../ledger/domain/events.js';
import { transitionEffect } from '../ledger/domain/transactions.js';
import { describeForCustomer, isNotified } from './describe-events.js';
import type { TransactionFacts } from './event-texts.js';

const TRANSFER: TransactionFacts = {
  kind: 'transfer',
  amountCents: 20_000,
  feeCents: 400,
  description: 'Transfer to Corner Greens',
  recipientName: 'Corner Greens',
  fromAccount: null,
  customerReason: null,
};
const PAYMENT: TransactionFacts = {
  kind: 'incoming_payment',
  amountCents: 245_000,
  feeCents: 0,
  description: 'Salary',
  recipientName: null,
  fromAccount: 'Brightwater Studio',
  customerReason: null,
};

const EVENT_BASE = {
  stream: 'account:a',
  position: 1,
  version: 1,
  recordedAt: new Date('2026-11-20T17:00:00Z'),
};
const IDS = { transactionId: 't', accountId: 'a' };

function change(facts: TransactionFacts, from: TransactionStatus, to: TransactionStatus): SequencedEvent {
  const amounts = { ...facts, accountId: 'a' };
  const effect = transitionEffect(amounts, from, to);
  const { kind, amountCents } = facts;
  return {
    ...EVENT_BASE,
    type: 'TransactionStatusChanged',
    payload: { ...IDS, kind, from, to, amountCents, bankDay: null, ...effect },
  };
}

const descriptionOf = (event: SequencedEvent, facts: TransactionFacts) =>
  describeForCustomer(event, facts, () => 'Nov 3, 2026');

describe('describeForCustomer for a transfer', () => {
  it('describes the request, which causes no notification', () => {
    const event: SequencedEvent = {
      ...EVENT_BASE,
      type: 'TransferRequested',
      payload: {
        ...IDS,
        status: 'pending',
        amountCents: 20_000,
        feeCents: 400,
        feeBasisPoints: 200,
        category: 'food',
        bankDay: '2026-11-20',
        textsDigest: 'x',
        holdCents: 20_000,
        entries: [],
      },
    };
    expect(descriptionOf(event, TRANSFER)?.text).toBe(
      'You asked to send $200.00 to Corner Greens. We put the amount on hold.',
    );
    expect(isNotified(event)).toBe(false);
    const toBob = { ...TRANSFER, recipientName: 'Bob L.' };
    expect(descriptionOf(event, toBob)?.text).toContain('to Bob L. We put');
  });

  it.each<TransactionStatus>(['pending', 'completed', 'cancelled'])(
    'gives the reason if the transfer goes from %s to failed [TRF-86]',
    (from) => {
      const why = { ...TRANSFER, customerReason: "Our terms don't allow it." };
      const text = descriptionOf(change(TRANSFER, from, 'failed'), why)?.text;
      expect(text).toBe(
        `${descriptionOf(change(TRANSFER, from, 'failed'), TRANSFER)?.text} Reason: Our terms don't allow it.`,
      );
    },
  );

  it.each<[TransactionStatus, TransactionStatus, string]>([
    [
      'pending',
      'completed',
      'We approved your transfer to Corner Greens. $200.00 left your account, including the $4.00 fee.',
    ],
    [
      'pending',
      'failed',
      "We declined your transfer to Corner Greens. $200.00 is no longer on hold, and you won't be charged a fee.",
    ],
    [
      'processing',
      'cancelled',
      "We canceled your transfer to Corner Greens. $200.00 is no longer on hold, and you won't be charged a fee.",
    ],
    [
      'completed',
      'failed',
      'We reversed your transfer to Corner Greens. $200.00 is back in your account, including the $4.00 fee.',
    ],
    [
      'completed',
      'in_review',
      'We reversed your transfer to Corner Greens to review it again. $200.00 went back to your account, on hold.',
    ],
    [
      'pending',
      'processing',
      'We started processing your transfer to Corner Greens. The amount stayed on hold.',
    ],
    ['failed', 'pending', 'We resumed your transfer to Corner Greens and put $200.00 on hold.'],
    ['failed', 'cancelled', 'We marked your transfer to Corner Greens as canceled. No money moved.'],
  ])('describes a change from %s to %s', (from, to, text) => {
    expect(descriptionOf(change(TRANSFER, from, to), TRANSFER)?.text).toBe(text);
  });

  it('names nobody once the texts are erased [TXN-7]', () => {
    const erased = { ...TRANSFER, description: null, recipientName: null };
    expect(descriptionOf(change(erased, 'pending', 'completed'), erased)?.text).toContain(
      'your transfer to the recipient.',
    );
  });
});

describe('describeForCustomer for an incoming payment or a credit', () => {
  it.each<[TransactionStatus, TransactionStatus, string]>([
    ['pending', 'completed', '$2,450.00 arrived from Brightwater Studio and was added to your account.'],
    [
      'completed',
      'failed',
      'We reversed the $2,450.00 payment from Brightwater Studio and took the money out of your account.',
    ],
    ['pending', 'failed', 'The payment of $2,450.00 failed. No money moved.'],
    ['pending', 'in_review', 'We started reviewing the payment.'],
  ])('describes a change from %s to %s', (from, to, text) => {
    expect(descriptionOf(change(PAYMENT, from, to), PAYMENT)?.text).toBe(text);
  });

  it('names a reversed credit by its description, unless that is erased [TXN-7]', () => {
    const credit = { ...PAYMENT, kind: 'credit' as const, description: 'Refund' };
    const event = change(credit, 'completed', 'failed');
    expect(descriptionOf(event, credit)?.text).toBe(
      'We reversed the $2,450.00 credit (Refund) and took the money out of your account.',
    );
    expect(descriptionOf(event, { ...credit, description: null })?.text).toBe(
      'We reversed the $2,450.00 credit and took the money out of your account.',
    );
  });
});

describe('describeForCustomer for an amendment', () => {
  const amended = (shownAt: string | null): SequencedEvent => ({
    ...EVENT_BASE,
    type: 'TransactionAmended',
    payload: { ...IDS, notesDigest: 'x', shownAt },
  });

  it("describes a changed date and ignores admins' notes", () => {
    expect(descriptionOf(amended('2026-11-03T12:00:00Z'), TRANSFER)?.text).toBe(
      'We changed the date to Nov 3, 2026.',
    );
    expect(descriptionOf(amended(null), TRANSFER)).toBeNull();
  });
});

describe('a status change', () => {
  const changes = TRANSACTION_STATUSES.flatMap((from) =>
    TRANSACTION_STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(changes)(
    'from %s to %s has a description, and causes a notification if money moved or a hold changed [TXN-7]',
    (from, to) => {
      for (const facts of [TRANSFER, PAYMENT, { ...PAYMENT, kind: 'credit' as const }]) {
        const event = change(facts, from, to);
        expect(descriptionOf(event, facts)?.text).toMatch(/^[^{}]+\.$/);
        if (event.type !== 'TransactionStatusChanged') throw new Error('not a change');
        const { entries, holdCents } = event.payload;
        if (entries.length > 0 || holdCents !== 0) expect(isNotified(event)).toBe(true);
      }
    },
  );

  it('causes no notification if a payment fails before it arrives or a transfer stays on hold', () => {
    expect(isNotified(change(PAYMENT, 'pending', 'failed'))).toBe(false);
    expect(isNotified(change(TRANSFER, 'pending', 'processing'))).toBe(false);
  });
});

describe('describeForCustomer for a scheduled transfer that was not made', () => {
  it('suggests managing the paused plan, because a plan for a past day cannot be resumed [TRF-127, TRF-128]', () => {
    const event: SequencedEvent = {
      ...EVENT_BASE,
      type: 'TransferPlanChanged',
      payload: {
        ...{ planId: 'p', userId: 'a', amountCents: 20_000 },
        ...{ change: 'paused', reason: 'late', dueDay: '2026-11-03' },
      },
    };
    expect(descriptionOf(event, TRANSFER)?.text).toBe(
      "We couldn't make your scheduled transfer of $200.00 due Nov 3, 2026, because a problem on our side delayed it by more than seven days. We've paused this scheduled transfer. Manage it on your dashboard.",
    );
  });
});

it.each([
  [false, 'Checking account not approved', "We couldn't approve your request for a checking account."],
  [true, 'Checking account no longer approved', "We've withdrawn our approval of your checking account."],
])('describes a rejected account request; approved before: %p [NTF-2]', (wasApproved, title, text) => {
  const payload = { accountRequestId: 'r', userId: 'a', status: 'rejected' };
  const event: SequencedEvent = { ...EVENT_BASE, type: 'AccountRequestDecided', payload };
  const description = describeForCustomer(event, { wasApproved }, String);
  expect(description?.title).toBe(title);
  expect(description?.text).toContain(text);
});
