import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type FontCollection } from 'fontkit';
import { unpackWoff } from './woff.js';

/** The font weights of PDF documents. */
export const FONT_WEIGHTS = ['regular', 'semibold'] as const;
export type FontWeight = (typeof FONT_WEIGHTS)[number];

/** A font with its name in a PDF document. */
export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

/** The fonts of each weight in fallback order: a character is set in the first font that has it. */
export type FontsByWeight = Readonly<Record<FontWeight, readonly NamedFont[]>>;

const NUMERIC_WEIGHTS: Readonly<Record<FontWeight, number>> = { regular: 400, semibold: 600 };

/** Prefer our font; fall back to Inter for scripts it lacks. */
const FAMILIES: readonly { readonly family: string; readonly subsets: readonly string[] }[] = [
  { family: 'instrument-sans', subsets: ['latin', 'latin-ext'] },
  { family: 'inter', subsets: ['vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] },
];

const require = createRequire(import.meta.url);

let loading: Promise<FontsByWeight> | undefined;

/** Loads the fonts of all documents once per process, from their npm packages. */
export function loadFonts(): Promise<FontsByWeight> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<FontsByWeight> {
  const [regular, semibold] = await Promise.all([readFonts('regular'), readFonts('semibold')]);
  return { regular, semibold };
}

function readFonts(weight: FontWeight): Promise<NamedFont[]> {
  const names = FAMILIES.flatMap(({ family, subsets }) =>
    subsets.map((subset) => ({ family, name: `${family}-${subset}-${NUMERIC_WEIGHTS[weight]}-normal` })),
  );
  return Promise.all(
    names.map(async ({ family, name }) => {
      const file = await readFile(require.resolve(`@fontsource/${family}/files/${name}.woff`));
      return { name, font: withCachedCodePoints(single(create(unpackWoff(file)), name)) };
    }),
  );
}

/**
 * Looks up every code point once. fontkit caches each glyph with the code point it was first requested for, and copying
 * text from a PDF relies on it. A glyph that is first loaded as a component of another one (the comma as part of the
 * semicolon) would have no code point, in this and every later document of the process.
 */
function withCachedCodePoints(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

function single(font: Font | FontCollection, name: string): Font {
  if ('fonts' in font) throw new Error(`${name} is a font collection, not a single font`);
  return font;
}
