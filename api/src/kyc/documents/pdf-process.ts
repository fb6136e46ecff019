import { AppError } from '../../http/app-error.js';
import type { PdfProcessMessage } from './pdf-sanitizer.js';
import { sanitizePdf } from './sanitize-pdf.js';

/** The program that checks documents: each message is an upload, and each answer its result. */
async function check(upload: Uint8Array): Promise<PdfProcessMessage> {
  try {
    return { bytes: await sanitizePdf(Buffer.from(upload.buffer, upload.byteOffset, upload.length)) };
  } catch (error) {
    return { refusal: error instanceof AppError ? error.message : null };
  }
}

process.on('message', (upload: Uint8Array) => {
  void check(upload).then((result) => process.send?.(result));
});
process.send?.('ready');
