import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadFonts, FONT_WEIGHTS } from './fonts.js';
import { PdfDocument } from './pdf-document.js';
import { unpackWoff } from './woff.js';

const require = createRequire(import.meta.url);

describe('the fonts of PDF documents', () => {
  it.each(FONT_WEIGHTS)('cover many alphabets in %s and have tabular figures [STM-5]', async (weight) => {
    const fonts = (await loadFonts())[weight];
    for (const character of 'Aé€–…ŁźşĐαώДїạ$') {
      const codePoint = character.codePointAt(0) ?? 0;
      expect([character, fonts.some(({ font }) => font.hasGlyphForCodePoint(codePoint))]).toEqual([
        character,
        true,
      ]);
    }
    const widths = [...'0123456789'].map((digit) => fonts[0]?.font.layout(digit, ['tnum']).advanceWidth);
    expect(new Set(widths).size).toBe(1);
  });
});

describe('a loaded font', () => {
  it.each(FONT_WEIGHTS)(
    'keeps its code points in %s after a document used only composite glyphs',
    async (weight) => {
      for (const { name, font } of (await loadFonts())[weight]) {
        const subset = font.createSubset();
        for (const mark of ';:') subset.includeGlyph(font.glyphForCodePoint(mark.codePointAt(0) ?? 0));
        subset.encode();
        const lost = font.characterSet.filter(
          (codePoint) => !font.glyphForCodePoint(codePoint).codePoints.includes(codePoint),
        );
        expect({ name, lost }).toEqual({ name, lost: [] });
      }
    },
  );
});

describe('unpackWoff', () => {
  it('returns the font with every table aligned to four bytes', async () => {
    const file = require.resolve('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff');
    const plain = unpackWoff(await readFile(file));
    const tables = plain.readUInt16BE(4);
    expect(tables).toBeGreaterThan(8);
    for (let index = 0; index < tables; index += 1) {
      const offset = plain.readUInt32BE(12 + index * 16 + 8);
      const length = plain.readUInt32BE(12 + index * 16 + 12);
      expect(offset % 4).toBe(0);
      expect(offset + length).toBeLessThanOrEqual(plain.length);
    }
  });

  it('rejects a file that is not WOFF', () => {
    expect(() => unpackWoff(Buffer.alloc(64))).toThrow('not a WOFF file');
  });
});

describe('PdfDocument.wrapText', () => {
  it('wraps at words, truncates with an ellipsis, and always makes progress', async () => {
    const pdf = await PdfDocument.create('Test', new Date(0));
    pdf.drawText('', 0, 0);
    expect(pdf.wrapText('Transfer to Corner Greens', 500, 2)).toEqual(['Transfer to Corner Greens']);
    expect(pdf.wrapText('Transfer to Corner Greens', 72, 2)).toEqual(['Transfer to', 'Corner Greens']);
    expect(pdf.wrapText('Transfer to Corner Greens', 90, 1)[0]).toMatch(/^Transfer to C.*…$/);
    const narrow = pdf.wrapText('wwwwwwww', 1, 3);
    expect(narrow).toEqual(['w', 'w', 'w…']);
    expect(pdf.wrapText('   ', 100, 2)).toEqual([]);
  });
});
