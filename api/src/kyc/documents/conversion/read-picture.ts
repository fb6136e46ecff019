import sharp, { type SharpOptions } from 'sharp';
import type { OriginalType } from '@moniker/common/document-types.js';
import {
  MAX_PAGES,
  MAX_PIXELS,
  MAX_PIXELS_OF_VIDEO_CODECS,
  MAX_STORED_PIXELS,
  type RawPage,
  scaleToFit,
} from './raw-page.js';
import { DocumentRefusedError } from './refusals.js';

// Enable only the decoders for accepted types.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffBuffer',
  ],
});
// Each process decodes one document, so caching is useless; a document must not occupy every core.
sharp.cache(false);
sharp.concurrency(1);

const END_OF_JPEG = Buffer.of(0xff, 0xd9);
/** Maximum share of a picture that may be missing at its end. */
const MAX_MISSING = 0.2;

type Pixels = Omit<RawPage, 'maxBytes'>;
type Attempt = readonly [input: Buffer, failOn: NonNullable<SharpOptions['failOn']>];

/**
 * Reads a picture, the first frame of an animation, or all pages of a TIFF (FILE-3). Scales each page while decoding
 * it. The page is rotated later, because rotating it before scaling would need all its pixels in memory.
 */
export async function* readPicture(input: Buffer, type: OriginalType): AsyncGenerator<RawPage> {
  const { pages = 1 } = await sharp(input, { limitInputPixels: false }).metadata();
  const count = type === 'image/tiff' ? pages : 1;
  if (count > MAX_PAGES) throw new DocumentRefusedError('pages');
  for (let page = 0; page < count; page += 1) {
    yield { ...(await readOne(input, type, page)), maxBytes: input.length / count };
  }
}

/**
 * Tries in this order: a complete picture, a JPEG that lacks only its end mark, and a picture with a part missing at
 * the end. Only in the last case is the missing part measured.
 */
async function readOne(input: Buffer, type: OriginalType, page: number): Promise<Pixels> {
  const attempts: readonly Attempt[] = [
    [input, 'truncated'],
    ...(type === 'image/jpeg' ? [[Buffer.concat([input, END_OF_JPEG]), 'warning'] as const] : []),
  ];
  for (const [bytes, failOn] of attempts) {
    try {
      return await decode(bytes, type, { page, failOn });
    } catch (error) {
      if (error instanceof DocumentRefusedError) throw error;
    }
  }
  const picture = await decode(input, type, { page, failOn: 'none' });
  if (missingPart(picture) > MAX_MISSING) throw new DocumentRefusedError('damaged');
  return picture;
}

async function decode(input: Buffer, type: OriginalType, options: SharpOptions): Promise<Pixels> {
  const image = sharp(input, { ...options, limitInputPixels: false });
  const metadata = await image.metadata();
  const { width, height, orientation, hasAlpha, bitsPerSample } = metadata;
  const limit = type === 'image/avif' ? MAX_PIXELS_OF_VIDEO_CODECS : MAX_PIXELS;
  if (width * height > limit) throw new DocumentRefusedError('pixels');
  const scale = scaleToFit(metadata, MAX_STORED_PIXELS);
  if (scale < 1) image.resize({ width: Math.max(1, Math.floor(width * scale)) });
  if (hasAlpha) image.flatten({ background: 'white' });
  const isGray = metadata.space === 'b-w' || metadata.space === 'grey16';
  const { data, info } = await image
    .toColourspace(isGray ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  return {
    ...{ data, width: info.width, height: info.height, channels, isBilevel: bitsPerSample === 1 },
    isLossless: type === 'image/png' || type === 'image/gif',
    // libheif has already rotated an AVIF, although libvips still reports the original orientation.
    orientation: type === 'image/avif' ? 1 : orientation,
  };
}

/** Returns the share of rows at the end that are all one color, which is how decoders fill in missing data. */
function missingPart({ data, width, height, channels }: Pixels): number {
  const rowBytes = width * channels;
  const last = data.subarray(-channels);
  let row = height;
  const isFilled = (): boolean => {
    const bytes = data.subarray((row - 1) * rowBytes, row * rowBytes);
    return bytes.every((byte, index) => byte === last[index % channels]);
  };
  while (row > 0 && isFilled()) row -= 1;
  return 1 - row / height;
}
