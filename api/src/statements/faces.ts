import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font, type FontCollection } from 'fontkit';
import { unpackWoff } from './woff.js';

/** The weights that our papers are set in. */
export const WEIGHTS = ['regular', 'semibold'] as const;
export type Weight = (typeof WEIGHTS)[number];

/** One font: what it is called in a document, and its letters. */
export interface Face {
  readonly name: string;
  readonly font: Font;
}

/** The faces of each weight, in the order in which they are asked for a letter. */
export type Faces = Readonly<Record<Weight, readonly Face[]>>;

const NUMBERS: Readonly<Record<Weight, number>> = { regular: 400, semibold: 600 };

/** Our own face first; the other one brings the alphabets which that has not. */
const FAMILIES: readonly { readonly family: string; readonly subsets: readonly string[] }[] = [
  { family: 'instrument-sans', subsets: ['latin', 'latin-ext'] },
  { family: 'inter', subsets: ['vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] },
];

const require = createRequire(import.meta.url);

let loading: Promise<Faces> | undefined;

/** The fonts of all papers, read once from the packages that bring them. */
export function loadFaces(): Promise<Faces> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Faces> {
  const [regular, semibold] = await Promise.all([facesOf('regular'), facesOf('semibold')]);
  return { regular, semibold };
}

function facesOf(weight: Weight): Promise<Face[]> {
  const names = FAMILIES.flatMap(({ family, subsets }) =>
    subsets.map((subset) => ({ family, name: `${family}-${subset}-${NUMBERS[weight]}-normal` })),
  );
  return Promise.all(
    names.map(async ({ family, name }) => {
      const file = await readFile(require.resolve(`@fontsource/${family}/files/${name}.woff`));
      return { name, font: withKnownLetters(single(create(unpackWoff(file)), name)) };
    }),
  );
}

/**
 * Looks every letter up once. fontkit remembers with a glyph the letter it was first asked for, and that is what a
 * document's text is copied from. A glyph that is first loaded as part of another one (the comma as part of the
 * semicolon) would have no letter, in this and in every later document of the process.
 */
function withKnownLetters(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  return font;
}

function single(font: Font | FontCollection, name: string): Font {
  if ('fonts' in font) throw new Error(`${name} is a collection of fonts, not one font`);
  return font;
}
