import sharp, { type Sharp } from 'sharp';
import { AppError } from '../../http/app-error.js';
import type { ImageType } from './content-type.js';

const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 20;
const QUALITY = 90;

// Enable only the decoders of the four accepted types.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// Each upload is a different image, so caching is useless; one image must not occupy every core.
sharp.cache(false);
sharp.concurrency(1);

/** A re-encoded image. */
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
 * Re-encodes an image, upright and without metadata or other embedded data (FILE-4). GIF becomes PNG.
 *
 * @throws AppError FILE_REFUSED for a damaged image or one with too many pixels
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
