import { describe, expect, it } from '@jest/globals';
import { isScreenPath } from './screen-paths.js';

describe('isScreenPath', () => {
  it.each([
    '/',
    '/dashboard',
    '/Dashboard/',
    '/admin',
    '/admin/kyc/f2f7a1',
    '/dashboard-edit/f2f7a1/',
    '/terms',
  ])('accepts %s [UI-37]', (path) => {
    expect(isScreenPath(path)).toBe(true);
  });

  it.each(['', '//', '/dashboard/none', '/dashboard-edit', '/admin/kyc/1/2', '/dashboards', '/index.html'])(
    'rejects %p [UI-37]',
    (path) => {
      expect(isScreenPath(path)).toBe(false);
    },
  );
});
