import { expect, it } from '@jest/globals';
import { formatAge } from './age';

const THEN = '2026-11-20T12:00:00.000Z';
const MINUTE_MS = 60_000;

it.each([
  [-5 * MINUTE_MS, 'just now'],
  [MINUTE_MS - 1, 'just now'],
  [MINUTE_MS, '1 minute ago'],
  [59.9 * MINUTE_MS, '59 minutes ago'],
  [60 * MINUTE_MS, '1 hour ago'],
  [24 * 60 * MINUTE_MS - 1, '23 hours ago'],
  [24 * 60 * MINUTE_MS, '1 day ago'],
  [45 * 24 * 60 * MINUTE_MS, '45 days ago'],
])('describes an age of %d ms as "%s" [UI-30]', (ageMs, text) => {
  expect(formatAge(THEN, Date.parse(THEN) + ageMs)).toBe(text);
});
