import { describe, expect, it } from '@jest/globals';
import { formatCount, getInitials, initialsOfName, ordinal, withPeriod } from './format';

it.each([
  ["It's closed", "It's closed."],
  ['Closed. Try later.', 'Closed. Try later.'],
  ['Is it closed?', 'Is it closed?'],
])('withPeriod turns “%s” into “%s”', (sentence, text) => {
  expect(withPeriod(sentence)).toBe(text);
});

it.each([
  [1, '1st'],
  [12, '12th'],
  [112, '112th'],
  [622, '622nd'],
  [833, '833rd'],
])('ordinal turns %d into %s', (number, text) => {
  expect(ordinal(number)).toBe(text);
});

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
  ])('writes %d as %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});

describe('getInitials', () => {
  it.each([
    ['Ada', 'Byron', 'AB'],
    ['👩‍👩‍👧 Team', '🇩🇪', '👩‍👩‍👧🇩🇪'],
    ['e\u0301mile', ' ørsted', 'E\u0301Ø'],
    ['李', undefined, '李'],
    ['ß', 'ø', 'ßØ'],
    ['', '', 'U'],
  ])('turns %j %j into %j [DASH-2]', (first, last, initials) => {
    expect(getInitials(first, last)).toBe(initials);
  });
});

describe('initialsOfName', () => {
  it.each([
    ['Dr. Imani Cole', 'IC'],
    ['prof Ada Lovelace King', 'AL'],
    ['Mrs.  Lee', 'L'],
    ['Corner Greens', 'CG'],
    ['Drew Moss', 'DM'],
    [' Bob ', 'B'],
    ['Ms.', 'M'],
    ['', 'U'],
  ])('turns %j into %j [DASH-2]', (name, initials) => {
    expect(initialsOfName(name)).toBe(initials);
  });
});
