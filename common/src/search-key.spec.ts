import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { searchedDigits, searchKey } from './search-key.js';

describe('searchKey', () => {
  it.each([
    ['José', 'jose'],
    ['Jose\u0301', 'jose'],
    ['O’Brien', "o'brien"],
    ['O´Brien', "o'brien"],
    ['Jean–Luc', 'jean-luc'],
    ['ＡＢＣ', 'abc'],
    ['Ada\u00a0Byron\u200b', 'ada byron'],
    ['İstanbul', 'istanbul'],
  ])('of %j is %j [ADM-70]', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });

  it('is the same for the composed and the decomposed form of a string [ADM-70]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchKey(text.normalize('NFD'))).toBe(searchKey(text.normalize('NFC')));
      }),
    );
  });
});

describe('searchedDigits', () => {
  it.each([
    ['(415) 555-0142', '4155550142'],
    ['+1 415.555.0142', '4155550142'],
    ['\u202a+1\u00a0(415)\u00a0555\u20110142\u202c', '4155550142'],
    ['415', '415'],
    ['12', null],
    ['Apt 415', null],
    ['2026-11-20x', null],
  ])('of %j are %j [ADM-70]', (text, digits) => {
    expect(searchedDigits(text)).toBe(digits);
  });
});
