import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { MAX_UPLOAD_BYTES } from '@moniker/common/limits.js';
import { AppError } from '../../http/app-error.js';

/**
 * Reads the request body.
 *
 * @throws AppError FILE_TOO_LARGE as soon as the limit is exceeded
 */
export type ReadBody = () => Promise<Buffer>;

/**
 * Parameter decorator: a function that reads the raw body, whatever its content type. Nothing is read before it is
 * called.
 */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): ReadBody => {
  const request = context.switchToHttp().getRequest<Request>();
  return () => readBody(request);
});

async function readBody(request: Request): Promise<Buffer> {
  // The JSON parser has already consumed JSON bodies, and a compressed body could expand to any size.
  const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isEncoded || request.body !== undefined) throw new AppError('FILE_TYPE_REFUSED');
  if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw new AppError('FILE_TOO_LARGE');
  return collect(request);
}

/** Excess data is received and dropped, so that the sender can read the response. */
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
