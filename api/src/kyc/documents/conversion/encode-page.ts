import sharp, { type PngOptions, type Sharp } from 'sharp';
import type { Frame } from './frames.js';
import type { RawPage } from './raw-page.js';

/**
 * JPEG qualities to try until a picture has at most `maxBytes` bytes. Below the last quality, small print is
 * unreadable.
 */
const QUALITIES = [90, 80, 70, 60, 50, 40];

/**
 * The rotation, in degrees, that makes a picture upright, by EXIF orientation. Mirrored pictures are mirrored back
 * first.
 */
const TURNS: Readonly<Record<number, { readonly angle: number; readonly isMirrored: boolean }>> = {
  2: { angle: 0, isMirrored: true },
  3: { angle: 180, isMirrored: false },
  4: { angle: 180, isMirrored: true },
  5: { angle: 270, isMirrored: true },
  6: { angle: 90, isMirrored: false },
  7: { angle: 90, isMirrored: true },
  8: { angle: 270, isMirrored: false },
};

/**
 * Encodes a page upright and without metadata (FILE-4). A page with two colors becomes a PNG. Other pages are tried as
 * PNG, if the original is lossless, and then as JPEGs of decreasing quality. The first result with at most `maxBytes`
 * bytes is returned or, if there is none, the smallest one (FILE-16).
 */
export async function encodePage(page: RawPage): Promise<Frame> {
  const { data, width, height, channels } = page;
  const { angle, isMirrored } = TURNS[page.orientation ?? 1] ?? { angle: 0, isMirrored: false };
  const draw = (): Sharp =>
    sharp(data, { raw: { width, height, channels } }).removeAlpha().flop(isMirrored).rotate(angle);
  let smallest: Frame | null = null;
  for (const encode of encodingsOf(page)) {
    const frame = await encode(draw());
    if (smallest === null || frame.bytes.length < smallest.bytes.length) smallest = frame;
    if (smallest.bytes.length <= page.maxBytes) break;
  }
  if (smallest === null) throw new Error('there is no encoding for the page');
  return smallest;
}

type Encode = (image: Sharp) => Promise<Frame>;

function encodingsOf({ isLossless = false, isBilevel = false }: RawPage): Encode[] {
  const png = (options: PngOptions): Encode => {
    return async (image) => ({ tag: 'png', bytes: await image.png(options).toBuffer() });
  };
  // A page with two colors gets a palette of 16, because scaling down blends the two.
  if (isBilevel) return [png({ palette: true, colours: 16 })];
  const jpegs = QUALITIES.map((quality): Encode => {
    return async (image) => ({ tag: 'jpeg', bytes: await image.jpeg({ quality }).toBuffer() });
  });
  return isLossless ? [png({}), ...jpegs] : jpegs;
}
