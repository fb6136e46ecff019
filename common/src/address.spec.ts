import { describe, expect, it } from '@jest/globals';
import { normalizeState, stateNameOf } from './address.js';

describe('normalizeState', () => {
  it.each([
    ['New York', 'NY'],
    ['new york', 'NY'],
    ['Minnesota', 'MN'],
    ['Missouri', 'MO'],
    ['Washington, D.C.', 'DC'],
    ['U.S. Virgin Islands', 'VI'],
    ['Puerto Rico ', 'PR'],
    ['ca', 'CA'],
    ['c4a', 'CA'],
    ['cax', 'CA'],
    ['', ''],
  ])('turns %j into %j [KYC-5]', (text, code) => {
    expect(normalizeState(text)).toBe(code);
  });

  it('turns each name, typed letter by letter, into its own code [KYC-5]', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = stateNameOf(code);
      if (name === undefined) continue;
      expect([name, name.split('').reduce((typed, letter) => normalizeState(typed + letter), '')]).toEqual([
        name,
        code,
      ]);
    }
  });

  it.each(['Alberta', 'Ontario', 'Minas Gerais', 'Nebrasca'])(
    'leaves %j as it is, rather than cutting it to two letters [KYC-5]',
    (text) => {
      expect(normalizeState(text)).toBe(text);
      expect(stateNameOf(text)).toBeUndefined();
    },
  );
});

describe('stateNameOf', () => {
  it('knows the postal codes of the states, and no others [KYC-5]', () => {
    expect(['CA', 'ny', 'DC', 'PR', 'GU', 'AP'].map(stateNameOf)).not.toContain(undefined);
    expect(['XX', 'ZZ', 'ON', '', 'CAL', 'toString'].map(stateNameOf)).toEqual(Array(6).fill(undefined));
  });
});
