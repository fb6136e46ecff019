import { describe, expect, it } from '@jest/globals';
import type { TransactionFacts } from '../../events/event-texts.js';
import { nextStepOf } from './next-step.js';

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
  ...TRANSFER,
  kind: 'incoming_payment',
  amountCents: 245_000,
  feeCents: 0,
};

describe('nextStepOf', () => {
  it('describes the review of an open transaction, and returns null for a final status', () => {
    expect(nextStepOf(TRANSFER, 'pending')).toMatch(
      /^We'll review your transfer, usually within one business day\./,
    );
    expect(nextStepOf(PAYMENT, 'pending')).toContain("we'll add $2,450.00 to your account");
    for (const status of ['completed', 'failed', 'cancelled'] as const) {
      expect(nextStepOf(TRANSFER, status)).toBeNull();
    }
  });
});
