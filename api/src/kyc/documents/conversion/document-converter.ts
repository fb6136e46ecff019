import type { Readable } from 'node:stream';
import { ORIGINAL_TYPES, type OriginalType } from '@moniker/common/document-types.js';
import { AppError } from '../../../http/app-error.js';
import { CONVERSION_LIMITS, type ConversionLimits } from './conversion-limits.js';
import { convertLocally } from './convert-locally.js';
import { convertRemotely } from './convert-remotely.js';
import type { Frame } from './frames.js';
import { MAX_PAGES } from './raw-page.js';
import { recognizeUpload } from './recognize-upload.js';
import { refusalError } from './refusals.js';

/** A page of a document as a picture: upright sRGB, without metadata, at most 12 megapixels (FILE-4). */
export interface PagePicture {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg' | 'image/png';
}

export interface ConverterSettings {
  /** The document worker's socket; null to convert in child processes. */
  readonly socketPath: string | null;
  readonly limits?: ConversionLimits;
}

export interface Conversion {
  readonly originalType: OriginalType;
  /** How long the conversion took, excluding the time to store the pages. */
  readonly milliseconds: number;
}

/** Turns uploads into page pictures, outside this process. */
export class DocumentConverter {
  constructor(private readonly settings: ConverterSettings) {}

  /**
   * Converts an upload of `bytes` bytes and hands each page to `onPage` in order. Waits for each `onPage`, so only one
   * page is in memory. Ends early when `signal` is aborted. Always destroys the upload at the end.
   *
   * @throws AppError FILE_TYPE_REFUSED or FILE_REFUSED the file can't be accepted
   * @throws AppError UNAVAILABLE the conversion failed through no fault of the file
   * @throws the error from `original` if reading it fails
   */
  async convert(
    original: Readable,
    bytes: number,
    onPage: (page: PagePicture) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<Conversion> {
    if (bytes === 0) throw refusalError('empty');
    let startedAt = performance.now();
    let pages = 0;
    let uploadError: unknown = null;
    async function* watched(): AsyncGenerator<Buffer> {
      try {
        yield* original as AsyncIterable<Buffer>;
      } catch (error) {
        uploadError = error;
        throw error;
      }
    }
    try {
      for await (const frame of this.framesOf(watched(), signal)) {
        if (frame.tag === 'started') continue;
        if (frame.tag === 'refused') throw refusalError(frame.bytes.toString());
        if (frame.tag === 'end') {
          if (uploadError === null)
            return { ...endOf(frame, pages), milliseconds: performance.now() - startedAt };
          break;
        }
        pages += 1;
        if (pages > MAX_PAGES) throw refusalError('pages');
        const before = performance.now();
        await onPage({ bytes: frame.bytes, contentType: `image/${frame.tag}` });
        startedAt += performance.now() - before;
      }
      throw new AppError('UNAVAILABLE');
    } catch (error) {
      // The converting process mistakes an interrupted upload for a damaged file, so report the interruption.
      throw uploadError ?? error;
    } finally {
      original.destroy();
    }
  }

  private async *framesOf(
    upload: AsyncGenerator<Buffer>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Frame> {
    const { socketPath, limits = CONVERSION_LIMITS } = this.settings;
    yield* socketPath === null
      ? convertLocally(await recognizeUpload(upload), limits, signal)
      : convertRemotely(upload, socketPath, limits, signal);
  }
}

/** Checks the end message, because a hostile file may have taken over the process that sent it. */
function endOf({ bytes }: Frame, pages: number): Pick<Conversion, 'originalType'> {
  const originalType = ORIGINAL_TYPES.find((type) => type === bytes.toString());
  if (originalType === undefined || pages === 0) throw refusalError('damaged');
  return { originalType };
}
