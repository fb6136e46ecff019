import { beforeEach, expect, it } from '@jest/globals';
import { returnPathFor } from './return-path';

let stored: string | null;

beforeEach(() => {
  const sessionStorage = { getItem: () => stored };
  Object.assign(globalThis, { sessionStorage });
});

it.each([
  [null, false, '/dashboard'],
  ['/history?transaction=1', false, '/history?transaction=1'],
  ['/admin?tab=kyc', true, '/admin?tab=kyc'],
  ['/admin?tab=kyc', false, '/dashboard'],
  ['//evil.example/dashboard', false, '/dashboard'],
  ['https://evil.example/', false, '/dashboard'],
  ['/\\evil.example', true, '/dashboard'],
])('after a sign-in, the path %j (admin: %s) leads to %s [AUTH-32]', (path, isAdmin, expected) => {
  stored = path;
  expect(returnPathFor({ isAdmin })).toBe(expected);
});
