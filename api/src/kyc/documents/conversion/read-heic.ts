import { createRequire } from 'node:module';
import sharp from 'sharp';
import { MAX_PIXELS_OF_VIDEO_CODECS, MAX_STORED_PIXELS, type RawPage, scaleToFit } from './raw-page.js';
import { DocumentRefusedError } from './refusals.js';

/** The part of libheif that we use. It comes without types. */
interface Libheif {
  readonly HeifDecoder: new () => { decode(input: Buffer): HeifImage[] };
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: Pixels, done: (pixels: Pixels | null) => void): void;
}

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Reads a HEIC file's main picture, upright (FILE-3). sharp's own libheif can't decode HEIC. */
export async function* readHeic(input: Buffer): AsyncGenerator<RawPage> {
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  const images = new libheif.HeifDecoder().decode(input);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new DocumentRefusedError('damaged');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > MAX_PIXELS_OF_VIDEO_CODECS) throw new DocumentRefusedError('pixels');
  const { tiff, data } = emptyTiff({ width, height }, colorProfileOf(input));
  const pixels = await new Promise<Pixels | null>((resolve) =>
    image.display({ data, width, height }, resolve),
  );
  if (pixels === null) throw new DocumentRefusedError('damaged');
  yield { ...(await convertColors(tiff, pixels)), maxBytes: input.length };
}

/** Converts pixels to sRGB and scales them down. libheif applies no color profile. */
async function convertColors(tiff: Buffer, size: Pixels): Promise<Omit<RawPage, 'maxBytes'>> {
  const scale = scaleToFit(size, MAX_STORED_PIXELS);
  const { data, info } = await sharp(tiff, { limitInputPixels: false })
    .resize({ width: Math.max(1, Math.floor(size.width * scale)) })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Returns the first color profile (`colr` box of type `prof`), which the tiles and the picture share. */
function colorProfileOf(input: Buffer): Buffer | null {
  const at = input.indexOf('colrprof', 0, 'latin1');
  if (at < 4) return null;
  return input.subarray(at + 8, at - 4 + input.readUInt32BE(at - 4));
}

/**
 * Returns an uncompressed TIFF with a color profile, because sharp takes no profile with raw pixels. `data` is the part
 * of the TIFF for the pixels. The caller fills it in place, because copying 25 megapixels would take another 100 MB.
 */
function emptyTiff(
  { width, height }: Omit<Pixels, 'data'>,
  profile: Buffer | null,
): { readonly tiff: Buffer; readonly data: Uint8ClampedArray } {
  const [SHORT, LONG, UNDEFINED] = [3, 4, 7];
  const strips = 8 + (profile?.length ?? 0);
  const pixelBytes = width * height * 4;
  const fields = [
    ...[[256, LONG, 1, width] as const, [257, LONG, 1, height] as const],
    // Four samples of 8 bits. Only two 16-bit values fit into the entry, so one sample's bits stand for all.
    ...[[258, SHORT, 1, 8] as const, [259, SHORT, 1, 1] as const, [262, SHORT, 1, 2] as const],
    ...[[273, LONG, 1, strips] as const, [277, SHORT, 1, 4] as const, [278, LONG, 1, height] as const],
    ...[[279, LONG, 1, pixelBytes] as const, [338, SHORT, 1, 2] as const],
    ...(profile === null ? [] : [[34_675, UNDEFINED, profile.length, 8] as const]),
  ];
  const directory = Buffer.alloc(2 + 12 * fields.length + 4);
  directory.writeUInt16LE(fields.length);
  fields.forEach(([tag, type, count, value], index) => {
    const at = 2 + 12 * index;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  const tiff = Buffer.alloc(strips + pixelBytes + directory.length);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(strips + pixelBytes, 4);
  profile?.copy(tiff, 8);
  directory.copy(tiff, strips + pixelBytes);
  return { tiff, data: new Uint8ClampedArray(tiff.buffer, tiff.byteOffset + strips, pixelBytes) };
}
