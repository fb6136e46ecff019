import { describe, expect, it } from '@jest/globals';
import { isCommonPassword } from './common-password.js';

describe('isCommonPassword', () => {
  it.each([
    ...[
      'password',
      'Password1',
      'P@ssw0rd!',
      'passw0rd123',
      '123456',
      '1234567890',
      '654321',
      '20011984',
      'qwerty',
    ],
    ...[
      'QWERTYUIOP',
      'abcdef',
      'aaaaaa',
      'abababab',
      'letmein1',
      'Summer2026!',
      'iloveyou',
      '1qaz2wsx',
      'Welcome123',
    ],
    ...['moniker2026', 'trustno1'],
  ])('recognizes %s [REG-17]', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    ...[
      'a quiet harbor',
      'harbor lights',
      'Tr0ub4dor&3',
      'correct horse',
      ' 12345',
      'kf8-2ndlw',
      'summertime lake',
    ],
    ...['üüü-3-öäü', 'moniker-demo-2'],
  ])('does not recognize %s [REG-17]', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
