import { createHash } from 'node:crypto';
import { AppError } from '../../http/app-error.js';
import type { PdfSanitizer } from './pdf-sanitizer.js';
import type { SanitizedImage } from './sanitize-image.js';
import { detectType, type ContentType, type ImageType } from './content-type.js';

/** An upload in the form to store. */
export interface InspectedFile {
  readonly bytes: Buffer;
  readonly contentType: ContentType;
  readonly sha256: Buffer;
}

/**
 * Detects the type of an upload by its content and writes it anew.
 *
 * @throws AppError FILE_TYPE_REFUSED or FILE_REFUSED
 */
export async function inspect(upload: Buffer, pdfs: PdfSanitizer): Promise<InspectedFile> {
  const type = detectType(upload);
  if (type === null) throw new AppError('FILE_TYPE_REFUSED');
  const { bytes, contentType } =
    type === 'application/pdf' ? await document(upload, pdfs) : await image(upload, type);
  return { bytes, contentType, sha256: sha256Of(bytes) };
}

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function image(upload: Buffer, type: ImageType): Promise<SanitizedImage> {
  // Load the image library with the first upload, not at startup.
  const { sanitizeImage } = await import('./sanitize-image.js');
  return sanitizeImage(upload, type);
}

async function document(
  upload: Buffer,
  pdfs: PdfSanitizer,
): Promise<{ bytes: Buffer; contentType: ContentType }> {
  return { bytes: await pdfs.sanitize(upload), contentType: 'application/pdf' };
}
