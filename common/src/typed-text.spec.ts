import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasHidden, isBlankText, isolate, normalizeText, withoutHidden } from './typed-text.js';

/** Returns the characters in these ranges of code points. */
const chars = (...ranges: readonly (readonly [number, number])[]): string[] =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );

const HIDDEN = chars(
  ...([
    [0xad, 0xad],
    [0x34f, 0x34f],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x200b, 0x200b],
  ] as const),
  ...([
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xfeff, 0xfeff],
  ] as const),
  ...([
    [0xffa0, 0xffa0],
    [0xfff9, 0xfffb],
    [0x1d173, 0x1d17a],
    [0xe0001, 0xe0001],
    [0xe0020, 0xe007f],
    [0xe000, 0xe002],
    [0xf8fd, 0xf8ff],
    [0xf0000, 0xf0001],
    [0x10fffc, 0x10fffd],
  ] as const),
);
const NEEDED = ['\u200c', '\u200d', '\u200e', '\u200f', '\u061c', '\ufe0f', '\u{e0101}'];

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HIDDEN, ...NEEDED, ' ', 'a', 'ש', '\u{1f3f4}'),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

describe('withoutHidden', () => {
  it.each(HIDDEN.map((char) => [char.codePointAt(0)?.toString(16) ?? '', char]))(
    'drops U+%s [REG-41]',
    (_code, char) => {
      expect(withoutHidden(`a${char}b`)).toBe('ab');
      expect(hasHidden(`a${char}b`)).toBe(true);
    },
  );

  it.each([
    ['Persian', 'علی\u200cرضا'],
    ['Hindi', 'क्\u200dष'],
    ['Hebrew with marks', '\u200fשלום\u200e'],
    ['a family emoji', '👩‍👩‍👧'],
    ['a heart emoji', '❤\ufe0f'],
    ['an English flag emoji', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a variant of a Japanese name', '葛\u{e0101}'],
    ['Mongolian', 'ᠠ\u180eᠠ'],
    ['an accent as typed on a Mac', 'Jose\u0301'],
    ['Arabic numbers', '\u0600١'],
  ])('keeps the invisible characters in %s [REG-41]', (_what, text) => {
    expect(withoutHidden(text)).toBe(text);
    expect(hasHidden(text)).toBe(false);
  });

  it('drops all hidden characters and nothing else [REG-41]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = withoutHidden(text);
        expect(withoutHidden(clean)).toBe(clean);
        const visible = (value: string): string =>
          value.replace(/[\p{Default_Ignorable_Code_Point}\p{Co}\u2028\u2029\u2800\ufff9-\ufffb]/gu, '');
        expect(visible(clean)).toBe(visible(text));
      }),
    );
  });
});

describe('normalizeText', () => {
  it('returns an empty string for text that has only invisible characters [REG-41]', () => {
    const invisible = fc.array(fc.constantFrom(...HIDDEN, ...NEEDED, ' ', '\n', '\u00a0', '\u2028'));
    fc.assert(
      fc.property(invisible, (parts) => {
        expect(normalizeText(parts.join(''))).toBe('');
        expect(isBlankText(parts.join(''))).toBe(true);
      }),
    );
  });

  it('replaces line and paragraph separators with spaces, and hasHidden finds them in a name [REG-40, REG-41]', () => {
    expect(normalizeText('rent\u2028May\u2029June')).toBe('rent May June');
    expect(['Ada\u2028Byron', 'Ada\u2029Byron'].map(hasHidden)).toEqual([true, true]);
  });

  it('is idempotent, so a repeated request has the same text [REG-41]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normalized = normalizeText(text);
        expect(normalizeText(normalized)).toBe(normalized);
        expect(normalized).toBe(normalized.trim());
      }),
    );
  });
});

describe('isolate', () => {
  it.each(['Lena Fisher', "O'Hara & Søhne", '李小龙', '😀', '$1,000.00'])(
    'leaves %j as it is [REG-42]',
    (text) => {
      expect(isolate(text)).toBe(text);
    },
  );

  it('isolates text that runs right to left or sets a direction [REG-42]', () => {
    expect(isolate('שלום')).toBe('\u2068שלום\u2069');
    expect(isolate('ehT .Balanced \u202e$1,000.00')).toBe('\u2068ehT .Balanced $1,000.00\u2069');
    expect(isolate('a\u2069\u202eb')).toBe('\u2068ab\u2069');
    expect(isolate('one\u2028two')).toBe('one two');
  });

  it('never lets text set the direction of what follows [REG-42]', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isolated = isolate(text);
        const controls = isolated.replace(/[^\u202a-\u202e\u2066-\u2069]/g, '');
        expect(['', '\u2068\u2069']).toContain(controls);
        expect(isolated).not.toMatch(/[\u2028\u2029]/);
      }),
    );
  });
});
