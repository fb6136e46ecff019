import { describe, expect, it } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findFont, FONT_WEIGHTS } from './fonts.js';
import { PdfDocument } from './pdf-document.js';
import { isSettable, splitIntoRuns } from './text-runs.js';

/** Names as people write them, including easily missed features: marks, conjuncts, sequences and brackets. */
const NAMES = [
  'Aé€–…ŁźşĐαώДїạ$',
  '王小明、陳國龍 辻澤 ﾜﾀﾅﾍﾞ たなか ＡＢ',
  '김민준',
  'محمد بن علي (گپچ) ٣',
  'שָׁלוֹם "כהן" (1)',
  'श्रीमती क्षत्रिय',
  'สมชาย ใจดี',
  'শ্রীজাত தமிழ்ச்செல்வி తెలుగు ગુજરાતી ਕੌਰ ಕನ್ನಡ മലയാളം',
  'თამარ Արամ សុខា ສົມພອນ',
  '👍🏽 👩‍👩‍👧 ❤️ 🇩🇪 1️⃣',
];
const shown = (line: string) =>
  splitIntoRuns(line, 'regular').map(({ font, text }) => [font.name.replace(/[-_].*/, ''), text]);

const MAX_INSTALLED_BYTES = 120_000_000;

describe('the fonts of PDF documents', () => {
  it('take up at most 120 MB when installed', async () => {
    const packageFile = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json');
    const modules = path.join(packageFile, '../../..');
    const sizes = ['@expo-google-fonts', '@embedpdf'].map(async (scope) => {
      const entries = await readdir(path.join(modules, scope), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      const stats = await Promise.all(files.map((file) => stat(path.join(file.parentPath, file.name))));
      return stats.reduce((total, { size }) => total + size, 0);
    });
    const installed = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
    expect(installed).toBeLessThanOrEqual(MAX_INSTALLED_BYTES);
    expect(installed).toBeGreaterThan(0);
  });

  it.each(NAMES)('have every letter of %s in both weights [STM-5]', (name) => {
    for (const weight of FONT_WEIGHTS) expect([weight, isSettable(name, weight)]).toEqual([weight, true]);
  });

  it.each(['𐎠𐎡', 'ሰላም', 'ਸਿੰਘ', '\u{e000}'])('can’t show %s [STM-20]', (name) => {
    expect(isSettable(name, 'regular')).toBe(false);
  });

  it.each(FONT_WEIGHTS)('have digits of equal width in the %s weight [STM-5]', (weight) => {
    const widths = [...'0123456789'].map(
      (digit) => findFont(digit, weight)?.font.layout(digit, ['tnum']).advanceWidth,
    );
    expect(new Set(widths).size).toBe(1);
  });

  it.each(FONT_WEIGHTS)(
    'still map the glyphs of the %s weight to their characters after a subset with only composite glyphs has been created',
    (weight) => {
      for (const letter of 'AДไখתગ') {
        const found = findFont(letter, weight);
        if (found === null) throw new Error(`no font has ${letter}`);
        const { name, font } = found;
        const subset = font.createSubset();
        for (const mark of ';:éї') {
          if (font.hasGlyphForCodePoint(mark.codePointAt(0) ?? 0))
            subset.includeGlyph(font.glyphForCodePoint(mark.codePointAt(0) ?? 0));
        }
        subset.encode();
        const lost = font.characterSet.filter(
          (codePoint) =>
            /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(codePoint)) &&
            !font.glyphForCodePoint(codePoint).codePoints.includes(codePoint),
        );
        expect({ name, lost }).toEqual({ name, lost: [] });
      }
    },
  );
});

describe('splitIntoRuns', () => {
  it('sets Hebrew right to left within English, keeps numbers left to right, and mirrors brackets [STM-21]', () => {
    expect(shown('To \u2068משה כהן (12)\u2069, $1.00')).toEqual([
      ['InstrumentSans', 'To '],
      ['InstrumentSans', '('],
      ['InstrumentSans', '12'],
      ['InstrumentSans', ') '],
      ['NotoSansHebrew', 'כהן'],
      ['InstrumentSans', ' '],
      ['NotoSansHebrew', 'משה'],
      ['InstrumentSans', ', $1.00'],
    ]);
  });

  it('keeps marks, joined letters and emoji sequences together [STM-21]', () => {
    expect(shown('é שָׁ क्ष 👩‍👩‍👧')).toEqual([
      ['InstrumentSans', 'é '],
      ['NotoSansHebrew', 'שָׁ'],
      ['InstrumentSans', ' '],
      ['NotoSans', 'क्ष'],
      ['InstrumentSans', ' '],
      ['NotoEmoji', '👩‍👩‍👧'],
    ]);
  });
});

describe('PdfDocument.wrapText', () => {
  it('wraps between words, truncates with an ellipsis, and always makes progress', () => {
    const pdf = new PdfDocument('Test', new Date(0));
    pdf.drawText('', 0, 0);
    expect(pdf.wrapText('Transfer to Corner Greens', 500, 2)).toEqual(['Transfer to Corner Greens']);
    expect(pdf.wrapText('Transfer to Corner Greens', 72, 2)).toEqual(['Transfer to', 'Corner Greens']);
    expect(pdf.wrapText('Transfer to Corner Greens', 90, 1)[0]).toMatch(/^Transfer to C.*…$/);
    const narrow = pdf.wrapText('wwwwwwww', 1, 3);
    expect(narrow).toEqual(['w', 'w', 'w…']);
    expect(pdf.wrapText('   ', 100, 2)).toEqual([]);
  });
});
