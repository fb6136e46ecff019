import { describe, expect, it } from '@jest/globals';
import { judgeAnswer, judgeRound, refusalsIn, type Answer, type Round } from '../../../infra/chaos/judge.mjs';

const answer = (status: number, body: unknown = null, retryAfter: string | null = null): Answer => ({
  status,
  retryAfter,
  body,
});
const refused = (message: string) => ({ result: 'refused', message });
const round = (given: Partial<Round>): Round => ({
  fault: 'api paused',
  maxGapMs: 5_000,
  longestGapMs: 0,
  problem: null,
  ...given,
});

describe('the chaos judge', () => {
  describe('judging responses', () => {
    it.each([
      ['an accepted request', answer(201, { id: 'a' })],
      ['an unavailable bank', answer(503, { code: 'UNAVAILABLE' }, '1')],
      ['a response that says the rate limit was exceeded', answer(429, { code: 'TOO_MANY_REQUESTS' }, '1')],
      ['a quarantined account', answer(409, { code: 'ACCOUNT_QUARANTINED', message: 'wait' })],
      [
        'changed recipient texts',
        answer(409, { code: 'TEXTS_CHANGED', message: 'texts (recipient) differ' }),
      ],
      ['several decisions', answer(201, { items: [{ result: 'done', message: null }] })],
      ['an item for a quarantined account', answer(201, { items: [refused("We're checking this account")] })],
      ['an item with changed recipient texts', answer(201, { items: [refused('texts (recipient) differ')] })],
    ])('accepts %s', (_, given) => {
      expect(judgeAnswer(given, 201)).toBeNull();
    });

    it.each([
      ['201 without an id', answer(201, {})],
      ['500 INTERNAL', answer(500, { code: 'INTERNAL' }, '1')],
      ['502 without a code', answer(502)],
      ['503 without a code', answer(503, {}, '1')],
      ['503 UNAVAILABLE without Retry-After', answer(503, { code: 'UNAVAILABLE' })],
      ['429 TOO_MANY_REQUESTS without Retry-After', answer(429, { code: 'TOO_MANY_REQUESTS' })],
      ['409 TEXTS_CHANGED', answer(409, { code: 'TEXTS_CHANGED', message: 'something differs' })],
      ['422 INSUFFICIENT_FUNDS', answer(422, { code: 'INSUFFICIENT_FUNDS' })],
      ['200 without a code', answer(200, { id: 'a' })],
      ['an item that is refused: no money', answer(201, { items: [refused('no money')] })],
      [
        'an item that is already_decided: by Ada',
        answer(201, { items: [{ result: 'already_decided', message: 'by Ada' }] }),
      ],
    ])('reports %s', (problem, given) => {
      expect(judgeAnswer(given, 201)).toBe(problem);
    });
  });

  it('lists the expected refusals in a response', () => {
    const items = [
      { result: 'done', message: null },
      refused('texts (recipient) differ'),
      refused('no money'),
    ];
    expect(refusalsIn(answer(201, { items }), 201)).toEqual(['TEXTS_CHANGED']);
    expect(refusalsIn(answer(409, { code: 'ACCOUNT_QUARANTINED' }), 201)).toEqual(['ACCOUNT_QUARANTINED']);
    expect(refusalsIn(answer(201, { id: 'a' }), 201)).toEqual([]);
  });

  describe('judging faults', () => {
    it('accepts a fault that stops the bank for five seconds', () => {
      expect(judgeRound(round({ longestGapMs: 5_000 }))).toEqual([]);
    });

    it('reports a fault that stops the bank for more than five seconds [OPS-11]', () => {
      expect(judgeRound(round({ longestGapMs: 5_100 }))).toEqual(['api paused: the bank stopped for 5.1 s']);
    });

    it('accepts any outage while the database is down', () => {
      expect(judgeRound(round({ maxGapMs: Infinity, longestGapMs: 60_000 }))).toEqual([]);
    });

    it('reports a fault without its required effect', () => {
      expect(judgeRound(round({ problem: 'the disk was not full' }))).toEqual([
        'api paused: the disk was not full',
      ]);
    });
  });
});
