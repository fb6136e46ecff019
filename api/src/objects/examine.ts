import { createHash } from 'node:crypto';
import { AppError } from '../platform/http/app-error.js';
import { checkPdf } from './check-pdf.js';
import type { CleanImage } from './clean-image.js';
import { detectType, type ContentType, type ImageType } from './content-type.js';

/** An upload as it may be kept. */
export interface ExaminedFile {
  readonly bytes: Buffer;
  readonly contentType: ContentType;
  readonly sha256: Buffer;
}

/** Decides by content what an upload is and whether it may be kept. Throws FILE_TYPE_REFUSED and FILE_REFUSED. */
export async function examine(upload: Buffer): Promise<ExaminedFile> {
  const type = detectType(upload);
  if (type === null) throw new AppError('FILE_TYPE_REFUSED');
  const { bytes, contentType } = type === 'application/pdf' ? document(upload) : await image(upload, type);
  return { bytes, contentType, sha256: sha256Of(bytes) };
}

export function sha256Of(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

async function image(upload: Buffer, type: ImageType): Promise<CleanImage> {
  // The image library loads with the first upload, not with the API.
  const { cleanImage } = await import('./clean-image.js');
  return cleanImage(upload, type);
}

function document(upload: Buffer): { bytes: Buffer; contentType: ContentType } {
  checkPdf(upload);
  return { bytes: upload, contentType: 'application/pdf' };
}
