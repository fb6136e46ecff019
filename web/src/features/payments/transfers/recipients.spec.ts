import { describe, expect, it } from '@jest/globals';
import type { Recipient } from '@/lib/api/types';
import { findRecipients, isRecipientOf, namesakeOf, withFound, withRecipient } from './recipients';
import { EMPTY_TRANSFER } from './transfer-values';
import { usualTimeText } from './usual-time';

const GREENS: Recipient = {
  ...{ id: '1', paidAt: '2026-11-20T12:00:00Z', category: 'food' },
  ...{
    recipientName: 'José’s Greens',
    recipientAccount: 'DE8937',
    recipientRouting: '021000021',
    recipientMoniker: null,
  },
  purpose: 'Grocery box',
};
const others = Array.from({ length: 8 }, (_, index) => ({
  ...GREENS,
  ...{ id: `o${index}`, recipientName: `Other ${index}`, recipientAccount: `77${index}` },
}));

describe('recipients in the transfer form', () => {
  it('are the six latest if there is no search text [TRF-80]', () => {
    expect(findRecipients([...others, GREENS], ' ')).toEqual(others.slice(0, 6));
  });

  it.each(["jose's", 'GREENS ', 'de89'])('are found by name or account number: %j [TRF-80]', (search) => {
    expect(findRecipients([...others, GREENS], search)).toEqual([GREENS]);
  });

  it('are recognized as namesakes despite different case and accents [TRF-187]', () => {
    const typed = { ...EMPTY_TRANSFER, recipientName: " JOSE'S greens" };
    expect(namesakeOf(typed, [...others, GREENS])).toBe(GREENS);
    expect(namesakeOf({ ...typed, recipientName: 'José’s' }, [...others, GREENS])).toBeUndefined();
  });

  it('when chosen, fill in everything but the amount [TRF-80]', () => {
    const typed = { ...EMPTY_TRANSFER, amount: '25', netAmount: '24.50' };
    const chosen = withRecipient(typed, GREENS);
    expect(chosen).toMatchObject({
      amount: '25',
      netAmount: '24.50',
      purpose: 'Grocery box',
      category: 'food',
    });
    expect(withRecipient(chosen, null, GREENS)).toEqual({
      ...EMPTY_TRANSFER,
      amount: '25',
      netAmount: '24.50',
    });
  });

  it('do not replace a purpose or a category that the customer chose [TRF-158]', () => {
    const lumen = { ...GREENS, purpose: 'Movie night', category: 'entertainment' } satisfies Recipient;
    const chosen = withRecipient(EMPTY_TRANSFER, GREENS);
    const written = { purpose: 'Custom purpose', category: 'gifts' };
    const cleared = withRecipient({ ...chosen, ...written }, null, GREENS);
    expect(cleared).toEqual({ ...EMPTY_TRANSFER, ...written });
    expect(withRecipient(cleared, lumen)).toMatchObject(written);
    expect(withRecipient({ ...chosen, purpose: ' ' }, lumen, GREENS)).toMatchObject({
      purpose: 'Movie night',
      category: 'entertainment',
    });
  });

  it('when chosen, do not change the day of a scheduled transfer, even if paid by moniker [TRF-131, TRF-134]', () => {
    const plan = { schedule: 'weekly', firstDay: '2026-11-30' };
    const typed = { ...EMPTY_TRANSFER, ...plan };
    const found = { moniker: 'bob', name: 'Bob L.', proof: 'proof' };
    expect(withRecipient(typed, { ...GREENS, recipientMoniker: 'greens' })).toMatchObject(plan);
    expect(withRecipient(typed, null)).toMatchObject(plan);
    expect(withFound(typed, found)).toMatchObject({ ...plan, recipientMoniker: 'bob' });
  });

  it('if found by moniker, fill in a purpose unless the customer wrote one [TRF-143]', () => {
    const found = { moniker: 'bob', name: 'Bob L.', proof: 'proof' };
    const chosen = withFound(EMPTY_TRANSFER, found);
    expect(chosen.purpose).toBe('Payment to Bob L.');
    expect(withFound(chosen, null).purpose).toBe('');
    expect(withFound(chosen, { ...found, name: 'Ann K.' }).purpose).toBe('Payment to Ann K.');
    const written = withFound({ ...EMPTY_TRANSFER, purpose: 'Rent' }, found);
    expect(written.purpose).toBe('Rent');
    expect(withFound(written, null).purpose).toBe('Rent');
  });

  it('are recognized by account and routing number, however these are typed [TRF-83]', () => {
    const typed = {
      ...withRecipient(EMPTY_TRANSFER, GREENS),
      recipientName: 'J. Greens',
      recipientAccount: 'DE 89-37',
    };
    expect(isRecipientOf(typed, GREENS)).toBe(true);
    expect(isRecipientOf({ ...typed, recipientRouting: '011401533' }, GREENS)).toBe(false);
  });
});

describe('the text about the usual transfer time', () => {
  it.each([
    [null, 'We review every transfer, usually within one business day (by Friday, Nov 27, 2026).'],
    [1, 'Usually within one business day (by Friday, Nov 27, 2026).'],
    [3, 'Usually within 3 business days (by Tuesday, Dec 1, 2026).'],
  ])('for %j business days is %j [TRF-85]', (days, text) => {
    expect(usualTimeText(days, '2026-11-26')).toBe(text);
  });
});
