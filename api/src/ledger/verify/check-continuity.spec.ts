import { describe, expect, it } from '@jest/globals';
import { checkContinuity } from './check-continuity.js';
import type { Finding } from './finding-list.js';

const RECORDED_AT = new Date('2026-03-03T12:00:00Z');

describe('checkContinuity', () => {
  it.each([
    [12, 11, 'event 12 directly follows event 10'],
    [14, 11, 'event 14 directly follows event 10'],
    [10, 10, 'the position occurs twice'],
    [9, 9, 'the event is out of order: it comes after event 10'],
    [0, 0, 'positions start at 1'],
  ])('says what is wrong with position %i after position 10', (position, at, message) => {
    const findings: Finding[] = [];
    const event = { position, recordedAt: RECORDED_AT, isChained: true };
    expect(checkContinuity({ position: 10, recordedAt: RECORDED_AT }, event, findings)).toBe(at);
    expect(findings).toEqual([{ check: 'positions', position: at, message }]);
  });
});
