import { describe, expect, it } from '@jest/globals';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import type { SequencedEvent } from '../ledger/domain/events.js';
import { mailForEvent } from './describe-events.js';

const EVENT_BASE = { stream: 'account:a', position: 7, version: 1, recordedAt: new Date(0) };

function change(kind: TransactionKind, from: TransactionStatus, to: TransactionStatus): SequencedEvent {
  const payload = {
    ...{ transactionId: 't', accountId: 'a', kind, from, to, amountCents: 100, bankDay: null },
    ...{ holdCents: 0, entries: [] },
  };
  return { ...EVENT_BASE, type: 'TransactionStatusChanged', payload };
}

function created(
  type: 'IncomingPaymentCreated' | 'CreditRecorded',
  status: TransactionStatus,
): SequencedEvent {
  const entries = status === 'completed' ? [{ accountId: 'a', amountCents: 100 }] : [];
  const money = { transactionId: 't', accountId: 'a', status, amountCents: 100, textsDigest: 'd' };
  const payload = { ...money, holdCents: 0, entries, category: null };
  return { ...EVENT_BASE, type, payload };
}

describe('mailForEvent for a status change', () => {
  it.each<[TransactionKind, TransactionStatus, TransactionStatus, string | undefined]>([
    ['transfer', 'pending', 'completed', 'transfer-completed'],
    ['transfer', 'failed', 'completed', 'transfer-completed'],
    ['transfer', 'pending', 'failed', 'transfer-failed'],
    ['transfer', 'processing', 'cancelled', 'transfer-cancelled'],
    ['transfer', 'completed', 'failed', 'transfer-reversed'],
    ['transfer', 'completed', 'cancelled', 'transfer-reversed'],
    ['transfer', 'completed', 'pending', 'transfer-reopened'],
    ['transfer', 'cancelled', 'in_review', 'transfer-reopened'],
    ['transfer', 'pending', 'processing', undefined],
    ['transfer', 'failed', 'cancelled', undefined],
    ['incoming_payment', 'pending', 'completed', 'money-received'],
    ['incoming_payment', 'completed', 'failed', 'money-reversed'],
    ['incoming_payment', 'pending', 'failed', undefined],
    ['credit', 'pending', 'completed', 'money-received'],
    ['credit', 'completed', 'pending', 'money-reversed'],
  ])('returns the right email for a %s that goes from %s to %s: %s [MAIL-2]', (kind, from, to, template) => {
    expect(mailForEvent(change(kind, from, to))?.template).toBe(template);
  });
});

describe('mailForEvent for incoming money', () => {
  it.each(['IncomingPaymentCreated', 'CreditRecorded'] as const)(
    'returns an email for %s only if its status is completed',
    (type) => {
      expect(mailForEvent(created(type, 'completed'))?.template).toBe('money-received');
      expect(mailForEvent(created(type, 'pending'))).toBeNull();
    },
  );

  it('returns an email with only the user, the transaction and the position', () => {
    expect(mailForEvent(created('CreditRecorded', 'completed'))).toEqual({
      template: 'money-received',
      userId: 'a',
      params: { transactionId: 't', position: '7' },
    });
  });
});

it.each([
  ['approved', 'account-approved'],
  ['rejected', 'account-rejected'],
  ['in_review', undefined],
  ['pending', undefined],
])('mailForEvent returns the right email for an account request that is now %s: %s', (status, template) => {
  const payload = { accountRequestId: 'r', userId: 'a', status };
  expect(mailForEvent({ ...EVENT_BASE, type: 'AccountRequestDecided', payload })?.template).toBe(template);
});
