import { describe, expect, it } from '@jest/globals';
import { describeStatusChange, needsReason } from './status-change';

describe('describeStatusChange', () => {
  it.each([
    ['outgoing', 'pending', 'pending', 'The status stays the same, and no money moves.'],
    ['outgoing', 'pending', 'processing', 'The amount stays on hold.'],
    ['outgoing', 'pending', 'completed', 'The amount leaves the account, and the fee is earned.'],
    ['outgoing', 'pending', 'failed', 'The hold ends, and the amount is available again.'],
    ['outgoing', 'failed', 'cancelled', 'No money moves.'],
    ['outgoing', 'failed', 'pending', 'The amount is put on hold again.'],
    ['outgoing', 'completed', 'failed', 'The completed payment is reversed by new entries.'],
    [
      'outgoing',
      'completed',
      'pending',
      'The completed payment is reversed by new entries, and the amount is put on hold again.',
    ],
    ['incoming', 'pending', 'completed', 'The amount is credited to the customer.'],
    ['incoming', 'pending', 'failed', 'No money moves.'],
    ['incoming', 'failed', 'pending', 'No money moves.'],
    ['incoming', 'completed', 'pending', 'The completed payment is reversed by new entries.'],
  ] as const)('describes a change of an %s payment from %s to %s [TRF-17]', (direction, from, to, text) => {
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
  ] as const)('for an %s payment from %s to %s is %p [TRF-18]', (direction, from, to, expected) => {
    expect(needsReason(direction, from, to)).toBe(expected);
  });
});
