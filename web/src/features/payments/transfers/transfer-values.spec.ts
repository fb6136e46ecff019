import { describe, expect, it } from '@jest/globals';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import {
  amountNotice,
  amountTextFor,
  EMPTY_TRANSFER,
  exceededCents,
  leftAmountErrors,
  limitText,
  netTextFor,
  errorSummary,
  ownAccountError,
  UNKNOWN_LIMITS,
  validateTransfer,
} from './transfer-values';
import {
  accountWarning,
  mapTransferTexts,
  routingWarning,
  textToSend,
  TRANSFER_TEXT_FIELDS,
} from '@/lib/transfer-texts';

const LIMITS = { availableBalanceCents: 300_000, leftToSendTodayCents: DAILY_LIMIT_CENTS };
const COMPLETE = {
  ...EMPTY_TRANSFER,
  amount: '100',
  netAmount: '98.00',
  recipientName: 'Corner Greens',
  recipientAccount: '310447825',
  recipientRouting: '021000021',
  purpose: 'Grocery box',
};

const errorFor = (fields: Partial<typeof COMPLETE>, availableBalanceCents = LIMITS.availableBalanceCents) => {
  const values = { ...COMPLETE, ...fields };
  return errorSummary(values, validateTransfer(values, { ...LIMITS, availableBalanceCents }));
};

const fieldError = (field: keyof typeof COMPLETE, text: string) =>
  validateTransfer({ ...COMPLETE, [field]: text }, LIMITS)[field];

describe('transfer form', () => {
  it('accepts a complete transfer without a category, up to the daily limit [TRF-2]', () => {
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

  it('reports insufficient funds rather than the daily limit [TRF-5]', () => {
    expect(errorFor({ amount: '2500' }, 100)).toBe("You don't have enough money. Available balance: $1.00");
  });

  it('accepts up to 34 letters and digits as an account number, and drops separators [TRF-24]', () => {
    const errorOf = (recipientAccount: string) =>
      validateTransfer({ ...COMPLETE, recipientAccount }, LIMITS).recipientAccount;
    expect(errorOf('DE89 3704-0044 0532 0130 00')).toBeUndefined();
    const typed = { ...COMPLETE, recipientAccount: ' DE89 3704-0044 0532 0130 00 ' };
    expect(mapTransferTexts((field) => textToSend(field, typed[field.name])).recipientAccount).toBe(
      'DE89370400440532013000',
    );
    for (const text of ['12_34', '１２３', 'a'.repeat(35)]) {
      expect(errorOf(text)).toBe('Use up to 34 letters and digits');
    }
    expect(errorOf(' - ')).toBe("Enter the recipient's account number");
  });

  it('warns about a routing number that is too short or has a wrong checksum, without refusing it [TRF-25]', () => {
    for (const valid of ['021000021', '011401533', '']) {
      expect(routingWarning(valid)).toBeUndefined();
    }
    for (const invalid of ['0210', '021000022', '123456789', '000000000']) {
      expect(routingWarning(invalid)).toBe("This isn't a valid US routing number. Please check it.");
      expect(errorFor({ recipientRouting: invalid })).toBeUndefined();
    }
  });

  it('says what is wrong with an amount once the customer leaves its field [TRF-153]', () => {
    for (const [amount, error] of [
      ['abc', 'Enter an amount such as 250.00'],
      ['1.234', 'Enter an amount such as 250.00'],
      ['0', 'Amount must be greater than $0'],
      ['', undefined],
      ['12', undefined],
    ] as const) {
      const values = { ...COMPLETE, amount };
      expect(leftAmountErrors(values, values).amount).toBe(error);
      expect(leftAmountErrors(values, COMPLETE).amount).toBeUndefined();
    }
    const net = { ...COMPLETE, netAmount: 'abc' };
    expect(leftAmountErrors(net, net).netAmount).toBe('Enter an amount such as 250.00');
  });

  it("refuses the customer's own numbers, however they are written [TRF-153]", () => {
    const own = { accountNumber: '310447825', routingNumber: '021000021' };
    const error = "You can't send money to your own account";
    expect(ownAccountError({ ...COMPLETE, recipientAccount: ' 310 447-825' }, own)).toBe(error);
    expect(ownAccountError({ ...COMPLETE, recipientRouting: '011401533' }, own)).toBeUndefined();
    expect(ownAccountError({ ...COMPLETE, recipientAccount: '310447826' }, own)).toBeUndefined();
    expect(ownAccountError(COMPLETE, null)).toBeUndefined();
  });

  it('warns about an account number with hardly any digits, without refusing it [TRF-151]', () => {
    for (const likely of ['', '7700', '310447825', 'DE89370400440532013000']) {
      expect(accountWarning(likely)).toBeUndefined();
    }
    for (const unlikely of ['CHECKING', '123', 'AB12C3']) {
      expect(accountWarning(unlikely)).toBe(
        "That doesn't look like an account number. Check it with the recipient.",
      );
      expect(errorFor({ recipientAccount: unlikely })).toBeUndefined();
    }
  });

  it('refuses a routing number of ten digits instead of truncating it [TRF-51]', () => {
    const field = TRANSFER_TEXT_FIELDS.find(({ name }) => name === 'recipientRouting');
    expect(field?.clean?.('02100002 1–5')).toBe('0210000215');
    expect(fieldError('recipientRouting', '0210000215')).toBe('Routing numbers have up to 9 digits');
    expect(field?.hintFor?.('0210000215')).toBe('Routing numbers have up to 9 digits');
  });

  it('accepts pasted account numbers with spaces, dashes and direction marks [TRF-50]', () => {
    expect(
      fieldError('recipientAccount', '\u202aDE12\u00a03456\u202f7890\u20111234–56\u202c'),
    ).toBeUndefined();
  });

  it.each(['12,50', '1.234,50'])('asks for a decimal point instead of the comma in %j [CON-2]', (amount) => {
    expect(fieldError('amount', amount)).toBe('Use a decimal point for cents: 12.50');
    expect(fieldError('netAmount', amount)).toBe('Use a decimal point for cents: 12.50');
    expect(errorFor({ amount, netAmount: netTextFor(amount) })).toBe('Use a decimal point for cents: 12.50');
  });

  it('marks only the amount that cannot be read, not the one computed from it [CON-2, TRF-7]', () => {
    for (const [typed, derived] of [
      ['amount', 'netAmount'],
      ['netAmount', 'amount'],
    ] as const) {
      const values = { ...COMPLETE, [typed]: '12,50', [derived]: '' };
      const errors = validateTransfer(values, LIMITS);
      expect(errors[typed]).toBe('Use a decimal point for cents: 12.50');
      expect(errors[derived]).toBeUndefined();
      expect(errorSummary(values, errors)).toBe('Use a decimal point for cents: 12.50');
    }
  });

  it('refuses a recipient with hidden characters, and treats an invisible name as blank [REG-40]', () => {
    expect(fieldError('recipientName', 'Ada\u202e')).toMatch(/^This name has hidden characters/);
    expect(fieldError('recipientName', '\u3164\u200d')).toBe("Enter the recipient's name");
    expect(fieldError('recipientName', 'علی\u200cرضا')).toBeUndefined();
  });

  it('computes the net amount from the amount and vice versa [TRF-7]', () => {
    expect(netTextFor('100')).toBe('98.00');
    expect(amountTextFor('98')).toBe('100.00');
    expect(netTextFor('ten')).toBe('');
  });
});

describe('textToSend', () => {
  it('returns the text as the bank stores it, so the review shows what admins will see [TRF-33]', () => {
    const [purpose] = TRANSFER_TEXT_FIELDS.filter(({ name }) => name === 'purpose');
    expect(textToSend(purpose ?? {}, ' b \u202exyz\u200b ')).toBe('b xyz');
    expect(textToSend(purpose ?? {}, '\u2060 \u3164')).toBe('');
  });
});

describe('the notice beside a typed amount', () => {
  const limits = { availableBalanceCents: 180_000, leftToSendTodayCents: 50_000 };

  it.each([
    ['', '', undefined],
    ['12,5', '', undefined],
    ['500', '', undefined],
    [
      '500.01',
      '',
      'Daily withdrawal limit exceeded. You can send up to $2,000.00 a day; $500.00 is left today.',
    ],
    ['1800.01', '', "You don't have enough money. Available balance: $1,800.00"],
    ['1999', 'monthly', undefined],
    ['2000.01', 'monthly', 'You can send up to $2,000.00 a day.'],
  ])('for an amount of %j with the schedule %j is %j [TRF-140]', (amount, schedule, notice) => {
    expect(amountNotice({ amount, schedule }, limits)).toBe(notice);
  });
});

describe('an amount above what is left today', () => {
  const limits = { availableBalanceCents: 180_000, leftToSendTodayCents: 50_000 };
  const over = { ...COMPLETE, amount: '500.01' };

  it('is refused, and the message says how much can be sent [TRF-150]', () => {
    expect(validateTransfer(over, limits).amount).toBe('Daily Withdrawal Limit Exceeded');
    expect(validateTransfer({ ...COMPLETE, amount: '500' }, limits).amount).toBeUndefined();
    expect(limitText(over, limits)).toBe('You can send $500.00 more today.');
    expect(limitText(over, { ...limits, leftToSendTodayCents: 0 })).toBe(
      "You've reached today's limit. You can send more tomorrow.",
    );
    expect(exceededCents(over, limits)).toBe(500_00);
    expect(exceededCents({ ...COMPLETE, amount: '500' }, limits)).toBeUndefined();
    expect(exceededCents(over, { ...limits, availableBalanceCents: 20_000 })).toBe(200_00);
  });

  it('is not refused for a later day, or if a lost response left the limits unknown [TRF-150]', () => {
    const later = { ...over, schedule: 'monthly' };
    expect(validateTransfer(later, limits).amount).toBeUndefined();
    expect(validateTransfer(over, UNKNOWN_LIMITS).amount).toBeUndefined();
    const most = { ...later, amount: '2000.01' };
    expect(limitText(most, limits)).toBe('You can send up to $2,000.00 a day.');
    expect(exceededCents(most, limits)).toBe(DAILY_LIMIT_CENTS);
  });
});
