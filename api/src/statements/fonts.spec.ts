import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadFonts, FONT_WEIGHTS } from './fonts.js';
import { PdfDocument } from './pdf-document.js';
import { unpackWoff } from './woff.js';

const require = createRequire(import.meta.url);

describe('the faces of our papers', () => {
  it.each(FONT_WEIGHTS)(
    'have, in %s, the letters of many alphabets and figures of one width [STM-5]',
    async (weight) => {
      const faces = (await loadFonts())[weight];
      for (const letter of 'Aé€–…ŁźşĐαώДїạ$') {
        const codePoint = letter.codePointAt(0) ?? 0;
        expect([letter, faces.some(({ font }) => font.hasGlyphForCodePoint(codePoint))]).toEqual([
          letter,
          true,
        ]);
      }
      const widths = [...'0123456789'].map((digit) => faces[0]?.font.layout(digit, ['tnum']).advanceWidth);
      expect(new Set(widths).size).toBe(1);
    },
  );
});

describe('the letters of a font', () => {
  it.each(FONT_WEIGHTS)(
    'keep their code points in %s after a document has used only glyphs made of them',
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

describe('a packed font', () => {
  it('is the same font unpacked, each table at a multiple of four', async () => {
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

  it('is refused when it is something else', () => {
    expect(() => unpackWoff(Buffer.alloc(64))).toThrow('no WOFF file');
  });
});

describe('setting a text', () => {
  it('wraps at words, cuts what does not fit, and always goes on', async () => {
    const paper = await PdfDocument.create('Test', new Date(0));
    paper.drawText('', 0, 0);
    expect(paper.wrapText('Transfer to Corner Greens', 500, 2)).toEqual(['Transfer to Corner Greens']);
    expect(paper.wrapText('Transfer to Corner Greens', 72, 2)).toEqual(['Transfer to', 'Corner Greens']);
    expect(paper.wrapText('Transfer to Corner Greens', 90, 1)[0]).toMatch(/^Transfer to C.*…$/);
    const narrow = paper.wrapText('wwwwwwww', 1, 3);
    expect(narrow).toEqual(['w', 'w', 'w…']);
    expect(paper.wrapText('   ', 100, 2)).toEqual([]);
  });
});
