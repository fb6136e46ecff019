import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type FontCollection } from 'fontkit';
import { unpackWoff } from './woff.js';

/** The weights that our papers are set in. */
export const FONT_WEIGHTS = ['regular', 'semibold'] as const;
export type FontWeight = (typeof FONT_WEIGHTS)[number];

/** One font: what it is called in a document, and its letters. */
export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

/** The faces of each weight, in the order in which they are asked for a letter. */
export type FontsByWeight = Readonly<Record<FontWeight, readonly NamedFont[]>>;

const NUMERIC_WEIGHTS: Readonly<Record<FontWeight, number>> = { regular: 400, semibold: 600 };

/** Our own face first; the other one brings the alphabets which that has not. */
const FAMILIES: readonly { readonly family: string; readonly subsets: readonly string[] }[] = [
  { family: 'instrument-sans', subsets: ['latin', 'latin-ext'] },
  { family: 'inter', subsets: ['vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] },
];

const require = createRequire(import.meta.url);

let loading: Promise<FontsByWeight> | undefined;

/** The fonts of all papers, read once from the packages that bring them. */
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
 * Looks every letter up once. fontkit remembers with a glyph the letter it was first asked for, and that is what a
 * document's text is copied from. A glyph that is first loaded as part of another one (the comma as part of the
 * semicolon) would have no letter, in this and in every later document of the process.
 */
function withCachedCodePoints(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

function single(font: Font | FontCollection, name: string): Font {
  if ('fonts' in font) throw new Error(`${name} is a collection of fonts, not one font`);
  return font;
}
