import { describe, expect, it } from '@jest/globals';
import { earlierPayment } from './earlier-payment';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const PAID: Parameters<typeof earlierPayment>[1][number] = {
  ...{ description: 'Transfer to Bob Baker', amountCents: 50_00 },
  ...({ status: 'pending', date: '2026-11-19T12:00:01Z' } as const),
};
const NEXT = { recipientName: ' Bob Baker ', amountCents: 50_00 };

describe('the earlier payment that a new payment repeats', () => {
  it('is the latest one with the same amount and recipient within a day [TRF-186]', () => {
    const completed = { ...PAID, status: 'completed', date: '2026-11-19T12:00:00.500Z' } as const;
    expect(earlierPayment(NEXT, [PAID, completed], NOW)).toBe(PAID);
    expect(earlierPayment(NEXT, [completed], NOW)).toBe(completed);
  });

  it.each([
    { amountCents: 50_01 },
    { description: 'Transfer to Bob' },
    { status: 'failed' } as const,
    { status: 'cancelled' } as const,
    { date: '2026-11-19T12:00:00Z' },
  ])('is not found with %j [TRF-186]', (other) => {
    expect(earlierPayment(NEXT, [{ ...PAID, ...other }], NOW)).toBeUndefined();
  });
});
