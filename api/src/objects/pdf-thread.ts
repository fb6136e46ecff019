import { parentPort } from 'node:worker_threads';
import { AppError } from '../http/app-error.js';
import { STOP } from '../platform/process/end-thread.js';
import type { PdfThreadReply } from './pdf-sanitizer.js';
import { sanitizePdf } from './sanitize-pdf.js';

async function replyTo(upload: Uint8Array): Promise<PdfThreadReply> {
  try {
    return { bytes: await sanitizePdf(Buffer.from(upload.buffer)) };
  } catch (error) {
    return { refusal: error instanceof AppError ? error.message : null };
  }
}

if (parentPort !== null) {
  const port = parentPort;
  port.on('message', (message: Uint8Array | typeof STOP) => {
    if (message === STOP) port.close();
    else void replyTo(message).then((reply) => port.postMessage(reply));
  });
  port.postMessage('ready');
}
