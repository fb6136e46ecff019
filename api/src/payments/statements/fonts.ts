import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create, type Font } from 'fontkit';

/** The font weights used in PDF documents. */
export const FONT_WEIGHTS = ['regular', 'semibold'] as const;
export type FontWeight = (typeof FONT_WEIGHTS)[number];

/** A font with its name in a PDF document. */
export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

interface Family {
  /** The family's files, some of which are 8 MB, are opened only for text with these characters. */
  readonly characters: RegExp;
  readonly files: Readonly<Record<FontWeight, string>>;
}

const require = createRequire(import.meta.url);

/**
 * Our font first, then Noto: one family for Greek, Cyrillic and Devanagari, and others for further scripts and emoji
 * (STM-5).
 */
const FAMILIES: readonly Family[] = [
  google('instrument-sans', 'InstrumentSans', /./su),
  google('noto-sans', 'NotoSans', /./su),
  embed('sc', 'NotoSansHans', /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\u{ff00}-\u{ffef}]/u),
  embed('kr', 'NotoSansKR', /\p{scx=Hang}/u),
  embed('arabic', 'NotoNaskhArabic', /\p{scx=Arab}/u, 'ttf'),
  embed('hebrew', 'NotoSansHebrew', /\p{scx=Hebr}/u, 'ttf'),
  google('noto-sans-thai', 'NotoSansThai', /\p{scx=Thai}/u),
  google('noto-sans-bengali', 'NotoSansBengali', /\p{scx=Beng}/u),
  google('noto-sans-tamil', 'NotoSansTamil', /\p{scx=Taml}/u),
  google('noto-sans-telugu', 'NotoSansTelugu', /\p{scx=Telu}/u),
  google('noto-sans-gujarati', 'NotoSansGujarati', /\p{scx=Gujr}/u),
  google('noto-sans-gurmukhi', 'NotoSansGurmukhi', /\p{scx=Guru}/u),
  google('noto-sans-kannada', 'NotoSansKannada', /\p{scx=Knda}/u),
  google('noto-sans-malayalam', 'NotoSansMalayalam', /\p{scx=Mlym}/u),
  google('noto-sans-georgian', 'NotoSansGeorgian', /\p{scx=Geor}/u),
  google('noto-sans-armenian', 'NotoSansArmenian', /\p{scx=Armn}/u),
  google('noto-sans-khmer', 'NotoSansKhmer', /\p{scx=Khmr}/u),
  google('noto-sans-lao', 'NotoSansLao', /\p{scx=Laoo}/u),
  google('noto-emoji', 'NotoEmoji', /[\p{Emoji}\p{Emoji_Component}]/u),
];

const opened = new Map<string, NamedFont>();

/**
 * Returns the first font that has all of a grapheme's characters, or null. Fonts are opened once per process, when a
 * document needs them.
 */
export function findFont(grapheme: string, weight: FontWeight): NamedFont | null {
  const visible = [...grapheme].filter((character) => !/\p{Default_Ignorable_Code_Point}/u.test(character));
  for (const { characters, files } of FAMILIES) {
    if (!characters.test(grapheme)) continue;
    const named = open(files[weight]);
    if (visible.every((character) => named.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)))
      return named;
  }
  return null;
}

function open(file: string): NamedFont {
  let named = opened.get(file);
  if (named === undefined) {
    const font = create(readFileSync(file));
    if ('fonts' in font) throw new Error(`${file} is a font collection, not a single font`);
    named = { name: path.basename(file), font: file.endsWith('.ttf') ? withCachedCodePoints(font) : font };
    opened.set(file, named);
  }
  return named;
}

/**
 * Looks up every code point once. fontkit caches each glyph with the code point for which it was first requested, and
 * copying text from a PDF relies on that code point. Without these lookups, a glyph first loaded as part of another one
 * (such as the comma in the semicolon) would have no code point for the rest of the process.
 */
function withCachedCodePoints(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

function google(name: string, file: string, characters: RegExp): Family {
  const folder = path.dirname(require.resolve(`@expo-google-fonts/${name}/package.json`));
  const fileOf = (weight: string) => path.join(folder, weight, `${file}_${weight}.ttf`);
  return { characters, files: { regular: fileOf('400Regular'), semibold: fileOf('600SemiBold') } };
}

function embed(name: string, file: string, characters: RegExp, format = 'otf'): Family {
  const folder = path.join(path.dirname(require.resolve(`@embedpdf/fonts-${name}`)), '../fonts');
  const fileOf = (weight: string) => path.join(folder, `${file}-${weight}.${format}`);
  return { characters, files: { regular: fileOf('Regular'), semibold: fileOf('Bold') } };
}
