import { describe, expect, it } from '@jest/globals';
import { formatAge } from './age';

const SINCE = '2026-11-20T12:00:00.000Z';

describe('formatAge', () => {
  it.each([
    [-5, 'just now'],
    [59, 'just now'],
    [60, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [86_399, '23 h'],
    [86_400, '1 day'],
    [172_800, '2 days'],
    [34_560_000, '400 days'],
  ])('names the largest unit of %i seconds: %s', (seconds, text) => {
    expect(formatAge(SINCE, Date.parse(SINCE) + seconds * 1_000)).toBe(text);
  });
});
