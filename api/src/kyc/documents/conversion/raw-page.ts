/** The pixels of a page: 8 bits a channel, sRGB or gray, not yet turned upright. */
export interface RawPage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  /** How EXIF says to turn it, from 1 (upright) to 8. */
  readonly orientation?: number | undefined;
  /** Whether the original keeps each pixel as it is, such as a screenshot, which JPEG would blur. */
  readonly isLossless?: boolean;
  /** Whether the original has two colors, such as a fax. */
  readonly isBilevel?: boolean;
  /** What the stored picture may have, if that leaves it readable. */
  readonly maxBytes: number;
}

/** Pixels of a stored page (FILE-4). */
export const MAX_STORED_PIXELS = 12_000_000;
/** Pixels of a picture (FILE-4). HEIC and AVIF take far more memory a pixel. */
export const MAX_PIXELS = 50_000_000;
export const MAX_PIXELS_OF_VIDEO_CODECS = 25_000_000;
export const MAX_PAGES = 100;

/** How much to scale a page down in each direction, at most 1, so that it has no more than `pixels`. */
export function scaleToFit({ width, height }: Pick<RawPage, 'width' | 'height'>, pixels: number): number {
  return Math.min(1, Math.sqrt(pixels / (width * height)));
}
