import { describe, expect, it } from '@jest/globals';
import { customerReasonError, describeStatusChange, needsReason, OWN_REASON } from './status-change';

describe('describeStatusChange', () => {
  it.each([
    ['outgoing', 'pending', 'pending', 'The status stays the same. No money moves.'],
    ['outgoing', 'pending', 'processing', 'The amount stays on hold.'],
    ['outgoing', 'pending', 'completed', 'The amount leaves the account, and we earn the fee.'],
    ['outgoing', 'pending', 'failed', 'The hold ends, and the customer can use the amount again.'],
    ['outgoing', 'failed', 'cancelled', 'No money moves.'],
    ['outgoing', 'failed', 'pending', 'The amount goes back on hold.'],
    ['outgoing', 'completed', 'failed', 'New entries reverse the payment.'],
    ['outgoing', 'completed', 'pending', 'New entries reverse the payment and put the amount back on hold.'],
    ['incoming', 'pending', 'completed', 'The customer receives the amount.'],
    ['incoming', 'pending', 'failed', 'No money moves.'],
    ['incoming', 'failed', 'pending', 'No money moves.'],
    ['incoming', 'completed', 'pending', 'New entries reverse the payment.'],
  ] as const)('describes a change to an %s payment from %s to %s [TRF-17]', (direction, from, to, text) => {
    expect(describeStatusChange(direction, from, to)).toBe(text);
  });
});

describe('needsReason', () => {
  it.each([
    ['outgoing', 'pending', 'failed', true],
    ['outgoing', 'failed', 'cancelled', true],
    ['outgoing', 'completed', 'cancelled', true],
    ['outgoing', 'completed', 'pending', true],
    ['outgoing', 'completed', 'processing', true],
    ['outgoing', 'completed', 'completed', false],
    ['outgoing', 'failed', 'failed', false],
    ['outgoing', 'failed', 'pending', false],
    ['outgoing', 'pending', 'completed', false],
    ['incoming', 'pending', 'failed', true],
    ['incoming', 'completed', 'pending', false],
  ] as const)(
    'for a change to an %s payment from %s to %s is %p [TRF-18]',
    (direction, from, to, expected) => {
      expect(needsReason(direction, from, to)).toBe(expected);
    },
  );
});

describe('customerReasonError', () => {
  it("refuses an admin's own reason without text [TRF-86]", () => {
    expect(customerReasonError(OWN_REASON, ' ')).toBe('Write a message, or select “No message”');
    expect(customerReasonError(OWN_REASON, 'No invoice')).toBeUndefined();
    expect(customerReasonError('', '')).toBeUndefined();
  });
});
