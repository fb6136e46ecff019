/** A page's pixels: 8 bits per channel, sRGB or gray, not yet turned upright. */
export interface RawPage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
  /** EXIF orientation, from 1 (upright) to 8. */
  readonly orientation?: number | undefined;
  /** Whether the original is lossless, like a screenshot, which JPEG would blur. */
  readonly isLossless?: boolean;
  /** Whether the original has only two colors, like a fax. */
  readonly isBilevel?: boolean;
  /** Maximum size of the stored picture. A picture that would become unreadable at this size may be larger. */
  readonly maxBytes: number;
}

/** Maximum pixels of a stored page (FILE-4). */
export const MAX_STORED_PIXELS = 12_000_000;
/** Maximum pixels of an uploaded picture (FILE-4). */
export const MAX_PIXELS = 50_000_000;
/** A lower maximum for HEIC and AVIF pictures, which take far more memory per pixel. */
export const MAX_PIXELS_OF_VIDEO_CODECS = 25_000_000;
export const MAX_PAGES = 100;

/** Returns the factor, at most 1, that scales a page's width and height so it has no more than `pixels`. */
export function scaleToFit({ width, height }: Pick<RawPage, 'width' | 'height'>, pixels: number): number {
  return Math.min(1, Math.sqrt(pixels / (width * height)));
}
