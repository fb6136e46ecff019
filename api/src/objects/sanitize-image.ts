import sharp, { type Sharp } from 'sharp';
import { AppError } from '../platform/http/app-error.js';
import type { ImageType } from './content-type.js';

const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;
const QUALITY = 90;

// Whatever a file claims to be, no decoder runs but these four.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// Every upload is another image, and one of them must not take every core.
sharp.cache(false);
sharp.concurrency(1);

/** A picture as we keep it. */
export interface SanitizedImage {
  readonly bytes: Buffer;
  readonly contentType: ImageType;
}

const ENCODERS: Readonly<Record<ImageType, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: QUALITY }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: QUALITY }),
  'image/gif': (image) => image.png(),
};

/**
 * The same picture, drawn anew: upright, and without metadata or anything else that the file carried along.
 * Throws FILE_REFUSED for one that is damaged or too large to draw.
 */
export async function sanitizeImage(bytes: Buffer, type: ImageType): Promise<SanitizedImage> {
  const contentType = type === 'image/gif' ? 'image/png' : type;
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
    const drawn = ENCODERS[type](image).timeout({ seconds: MAX_SECONDS });
    return { bytes: await drawn.toBuffer(), contentType };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit');
    throw new AppError(
      'FILE_REFUSED',
      isTooLarge
        ? 'The image has too many pixels: at most 50 megapixels are accepted'
        : 'The image is damaged or incomplete',
    );
  }
}
