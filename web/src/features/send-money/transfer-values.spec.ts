import { describe, expect, it } from '@jest/globals';
import { amountTextFor, EMPTY_TRANSFER, netTextFor, errorSummary, validateTransfer } from './transfer-values';

const AVAILABLE_CENTS = 300_000;
const COMPLETE = {
  ...EMPTY_TRANSFER,
  amount: '100',
  netAmount: '98.00',
  recipientName: 'Corner Greens',
  recipientAccount: '310447825',
  recipientRouting: '021000021',
  purpose: 'Grocery box',
};

const errorFor = (fields: Partial<typeof COMPLETE>, availableCents = AVAILABLE_CENTS) => {
  const values = { ...COMPLETE, ...fields };
  return errorSummary(values, validateTransfer(values, availableCents));
};

describe('transfer form', () => {
  it('accepts a complete transfer, with or without a category [TRF-2]', () => {
    expect(errorFor({ category: '' })).toBeUndefined();
    expect(errorFor({ amount: '2000', netAmount: '1960' })).toBeUndefined();
  });

  it.each([
    'amount',
    'netAmount',
    'recipientName',
    'recipientAccount',
    'recipientRouting',
    'purpose',
  ] as const)('requires %s [TRF-1]', (field) => {
    expect(errorFor({ [field]: '  ' })).toBe('Please fill in all required fields');
  });

  it.each([
    ['0', 'Amount must be greater than $0'],
    ['3000.01', "You don't have enough money. Available balance: $3,000.00"],
    ['2000.01', 'Daily Withdrawal Limit Exceeded'],
  ])('rejects an amount of %s [TRF-4]', (amount, message) => {
    expect(errorFor({ amount })).toBe(message);
  });

  it('reports insufficient funds before the daily limit [TRF-5]', () => {
    expect(errorFor({ amount: '2500' }, 100)).toBe("You don't have enough money. Available balance: $1.00");
  });

  it('computes the net amount from the amount and vice versa [TRF-7]', () => {
    expect(netTextFor('100')).toBe('98.00');
    expect(amountTextFor('98')).toBe('100.00');
    expect(netTextFor('ten')).toBe('');
  });
});
