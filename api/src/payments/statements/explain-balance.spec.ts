import { describe, expect, it } from '@jest/globals';
import type { Posting } from './account-postings.service.js';
import { explainBalance } from './explain-balance.js';
import type { PostingKind } from './posting-kinds.js';

const AT = new Date('2026-11-20T17:00:00Z');

/** Builds an account's postings from [transaction, kind, amount, hold, fee]. */
function account(...steps: [string, PostingKind, number, number, number?][]): Posting[] {
  let posted = 0;
  let held = 0;
  return steps.map(([id, kind, amountCents, holdCents, feeCents = 0], index) => {
    posted += amountCents;
    held += holdCents;
    return {
      position: index + 1,
      transactionId: id,
      kind,
      description: id,
      subject: id,
      counterpartyEnding: null,
      amountCents,
      feeCents,
      holdCents,
      balanceAfterCents: posted,
      heldAfterCents: held,
      at: AT,
    };
  });
}

const POSTINGS = account(
  ['welcome', 'credit', 5_000, 0],
  ['salary', 'incoming_payment', 245_000, 0],
  ['rent', 'transfer', 0, 145_000],
  ['rent', 'transfer', -145_000, -145_000, 2_900],
  ['bicycle', 'transfer', 0, 64_000],
  ['bicycle', 'transfer', -64_000, -64_000, 1_280],
  ['bicycle', 'reversal', 64_000, 0, -1_280],
  ['cinema', 'transfer', 0, 2_450],
);

describe('explainBalance', () => {
  it('groups the postings so that the sums add up to the balance', () => {
    const explained = explainBalance(AT, POSTINGS);
    expect(explained).toMatchObject({ totalCents: 105_000, heldCents: 2_450, availableCents: 102_550 });
    expect(explained.groups.map(({ kind, sumCents, count }) => [kind, sumCents, count])).toEqual([
      ['credits', 5_000, 1],
      ['incoming_payments', 245_000, 1],
      ['transfers', -(145_000 - 2_900) - (64_000 - 1_280), 2],
      ['fees', -2_900 - 1_280, 2],
      ['reversals', 64_000, 1],
    ]);
    expect(explained.holds.map(({ transactionId, amountCents }) => [transactionId, amountCents])).toEqual([
      ['cinema', 2_450],
    ]);
  });

  it('returns zero and no groups for an account without postings', () => {
    expect(explainBalance(AT, [])).toMatchObject({ totalCents: 0, heldCents: 0, groups: [], holds: [] });
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'returns sums that add up to the balance even if only the last %i postings are given',
    (count) => {
      const { groups, holds, totalCents, heldCents } = explainBalance(AT, POSTINGS.slice(-count));
      expect(groups.reduce((sum, { sumCents }) => sum + sumCents, 0)).toBe(totalCents);
      expect(holds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(heldCents);
      expect([totalCents, heldCents]).toEqual([105_000, 2_450]);
    },
  );

  it('reports holds from before the given postings as older holds', () => {
    const lines = account(['a', 'transfer', 0, 0], ['b', 'credit', 100_000, 0], ['c', 'transfer', 0, 500]);
    const later = account(
      ['b', 'credit', 100_000, 0],
      ['c', 'transfer', 0, 500],
      ['d', 'credit', 700, 0],
    ).slice(2);
    expect(explainBalance(AT, lines).holds).toHaveLength(1);
    expect(explainBalance(AT, later).holds).toMatchObject([{ transactionId: null, amountCents: 500 }]);
  });

  it('lists the newest 100 items of a group and counts the rest', () => {
    const credits = account(
      ...Array.from({ length: 130 }, (_, index): [string, PostingKind, number, number] => [
        `c${index}`,
        'credit',
        100,
        0,
      ]),
    );
    const [group] = explainBalance(AT, credits).groups;
    expect(group).toMatchObject({ kind: 'credits', sumCents: 13_000, count: 130, moreCount: 30 });
    expect(group?.items).toHaveLength(100);
    expect(group?.items[0]?.transactionId).toBe('c129');
  });

  it('throws if the postings do not add up [ACC-12]', () => {
    const broken = POSTINGS.map((line, index) => (index === 3 ? { ...line, amountCents: -1 } : line));
    expect(() => explainBalance(AT, broken)).toThrow('do not add up');
  });
});
