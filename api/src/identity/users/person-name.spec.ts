import { describe, expect, it } from '@jest/globals';
import { isPersonName } from './person-name.js';

describe('isPersonName', () => {
  it.each([
    'Ada',
    "O'Hara-Søhne",
    'José María',
    '李',
    'علی‌رضا',
    'Jr.',
    '-',
    'A$AP',
    'Wwwright',
    'Henry 8',
    'St.John',
    'J.Co',
    'Ma.Comfort',
    '$',
  ])('accepts %j [REG-15]', (name) => {
    expect(isPersonName(name)).toBe(true);
  });

  it.each([
    'Your refund of $900 waits: https://evil.example',
    'x://y',
    'WWW.evil.example',
    '€ 5',
    '£5',
    'ｗｗｗ．evil',
    'http：／／evil',
    '＄９００',
    'Ada\u2028Byron',
    'Ada\u2029',
    '\u200b',
    '\u200b\u200d\ufeff',
    '\u2060 \u00ad',
    '\u3164',
    '\u2800',
    '\u0301',
    'Locked. Call 415-555-0199',
    '４１５ ５５５ ０１９９',
    'evil.com/login',
    'Go to evil。com',
    'evil.example.XYZ',
  ])('refuses %j [REG-15]', (name) => {
    expect(isPersonName(name)).toBe(false);
  });
});
