import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PHONE_NUMBER_PATTERN } from './phone-number.js';
import { compactNumber, plainNumber } from './typed-number.js';

describe('plainNumber', () => {
  it.each([
    ['from an address book', '\u202a+1\u00a0(415)\u00a0555\u20110142\u202c', '+1 (415) 555-0142'],
    ['with en dashes', '415–555–0142', '415-555-0142'],
    ['with narrow spaces', '\u20680612\u202f34\u202f56\u202f78\u2069', '0612 34 56 78'],
    ['with a soft hyphen and a byte order mark', '\ufeff415\u00ad5550142', '4155550142'],
    ['with a minus sign', '415−555−0142', '415-555-0142'],
  ])('reads a phone number %s [TRF-50, REG-5]', (_how, pasted, plain) => {
    expect(plainNumber(pasted)).toBe(plain);
    expect(PHONE_NUMBER_PATTERN.test(plain)).toBe(true);
  });

  it('is idempotent [TRF-50]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainNumber(plainNumber(text))).toBe(plainNumber(text));
        expect(compactNumber(compactNumber(text))).toBe(compactNumber(text));
      }),
    );
  });
});

describe('compactNumber', () => {
  it('keeps digits and letters, and drops the separators [TRF-50]', () => {
    const separator = fc.constantFrom(
      ' ',
      '-',
      '\u00a0',
      '\u202f',
      '\u2009',
      '–',
      '\u2011',
      '\u202a',
      '\u202c',
      '\u200b',
    );
    const character = fc.constantFrom(...Array.from('0123456789ABCxyz'));
    fc.assert(
      fc.property(fc.array(fc.tuple(character, separator)), (pairs) => {
        const typed = pairs.flat().join('');
        expect(compactNumber(typed)).toBe(pairs.map(([char]) => char).join(''));
      }),
    );
  });
});
