import { describe, expect, it } from '@jest/globals';
import type { Recipient } from '@/lib/api/types';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { monikerIn, peopleOf, requestIdIn, suggestPeople, unpaidPeople } from './people';

const BOB: Recipient = {
  ...{ id: '1', paidAt: '2026-11-20T12:00:00Z', category: 'food', purpose: 'Bike repair' },
  ...{
    recipientName: 'Bóbby L.',
    recipientAccount: '••••1234',
    recipientRouting: '',
    recipientMoniker: 'bobs_bikes',
  },
};
const GREENS: Recipient = { ...BOB, id: '2', recipientName: 'Corner Greens', recipientMoniker: null };
const request = (moniker: string | null, name: string | null): MoneyRequest => ({
  ...{ id: 'r', state: 'paid', amount: '$5.00', amountCents: 500, note: 'Lunch', isOwn: true },
  ...{ isLink: moniker === null, name, moniker },
  ...{ createdAt: '2026-11-20T12:00:00Z', expiresAt: '2026-12-20T12:00:00Z' },
});

describe('people whom a customer knows', () => {
  const people = peopleOf(
    [GREENS, BOB],
    [request('carol', 'Carol M.'), request(null, null), request('bobs_bikes', 'Bob L.')],
    [{ description: 'Payment from $dave_1' }, { description: 'Payroll' }],
  );

  it('are those whom the customer paid or asked, or who paid or asked the customer, listed once each [TRF-139]', () => {
    expect(people).toEqual([
      { moniker: 'bobs_bikes', name: 'Bóbby L.', recipient: BOB },
      { moniker: 'carol', name: 'Carol M.', recipient: null },
      { moniker: 'dave_1', name: '', recipient: null },
    ]);
  });

  it('are found by name or moniker if they have not been paid yet [TRF-152]', () => {
    expect(unpaidPeople(people, '').map(({ moniker }) => moniker)).toEqual(['carol', 'dave_1']);
    expect(unpaidPeople(people, 'Car').map(({ moniker }) => moniker)).toEqual(['carol']);
    expect(unpaidPeople(people, 'bob')).toEqual([]);
  });

  it.each([
    ['bik', ['bobs_bikes']],
    ['bobby', ['bobs_bikes']],
    ['1', ['dave_1']],
    ['', []],
    ['zoe', []],
  ])('are suggested by moniker or name: %j [TRF-139]', (typed, monikers) => {
    expect(suggestPeople(people, typed).map(({ moniker }) => moniker)).toEqual(monikers);
  });
});

it.each([
  ['bob', 'bob'],
  ['$Bob', 'bob'],
  ['  $ BOB ', 'bob'],
  ['Pay me at $bobs_bikes!', 'bobs_bikes'],
  ['https://moniker.example/$bob?from=chat', 'bob'],
  ['https://moniker.example/pay/bob/', 'bob'],
])('reads the moniker in %j [TRF-139]', (text, moniker) => {
  expect(monikerIn(text)).toBe(moniker);
});

it('reads the id in the link to a money request [TRF-139]', () => {
  const id = 'a0000000-0000-4000-8000-000000000009';
  expect(requestIdIn(`https://moniker.example/send-money?request=${id}`)).toBe(id);
  expect(requestIdIn('request')).toBeUndefined();
});
