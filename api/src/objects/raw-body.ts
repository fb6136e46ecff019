import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AppError } from '../platform/http/app-error.js';

/** Nothing larger is accepted (spec.md §9). */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Reads the body of the request. Throws FILE_TOO_LARGE as soon as it turns out to be. */
export type ReadBody = () => Promise<Buffer>;

/** Parameter: reads the body as it is, whatever its header says; nothing is read before it is called. */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): ReadBody => {
  const request = context.switchToHttp().getRequest<Request>();
  return () => readBody(request);
});

async function readBody(request: Request): Promise<Buffer> {
  // JSON was read as such by now, and what is compressed on the way could be of any size.
  const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isEncoded || request.body !== undefined) throw new AppError('FILE_TYPE_REFUSED');
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
  return collect(request);
}

/** What is too much still has to arrive, so that the sender hears the answer; it is dropped on the way. */
function collect(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_UPLOAD_BYTES) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(new AppError('FILE_TOO_LARGE'));
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    request.on('close', () => reject(new AppError('MALFORMED_REQUEST')));
  });
}
