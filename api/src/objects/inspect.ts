import { createHash } from 'node:crypto';
import { AppError } from '../http/app-error.js';
import { checkPdf } from './check-pdf.js';
import type { SanitizedImage } from './sanitize-image.js';
import { detectType, type ContentType, type ImageType } from './content-type.js';

/** An upload in the form to store. */
export interface InspectedFile {
  readonly bytes: Buffer;
  readonly contentType: ContentType;
  readonly sha256: Buffer;
}

/**
 * Detects the type of an upload by its content and checks it or re-encodes it.
 *
 * @throws AppError FILE_TYPE_REFUSED or FILE_REFUSED
 */
export async function inspect(upload: Buffer): Promise<InspectedFile> {
  const type = detectType(upload);
  if (type === null) throw new AppError('FILE_TYPE_REFUSED');
  const { bytes, contentType } = type === 'application/pdf' ? document(upload) : await image(upload, type);
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

function document(upload: Buffer): { bytes: Buffer; contentType: ContentType } {
  checkPdf(upload);
  return { bytes: upload, contentType: 'application/pdf' };
}
