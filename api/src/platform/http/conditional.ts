import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { AppRequest } from './request.js';

/**
 * Answers with a version of what is asked for. Where the caller has that version already (`If-None-Match`), the answer
 * is 304 and `read` is not called.
 */
export type ConditionalRead = <Body>(version: string, read: () => Promise<Body>) => Promise<Body | undefined>;

/**
 * Parameter: for reads whose version is cheaper than themselves. The version must name whose data it is of, since one
 * browser may have two people after each other, and must be taken before the data is read: what changes in between is
 * then read again, and never missed.
 */
export const Conditional = createParamDecorator((_: unknown, context: ExecutionContext): ConditionalRead => {
  const http = context.switchToHttp();
  const request = http.getRequest<AppRequest>();
  const response = http.getResponse<Response>();
  return async (version, read) => {
    response.setHeader('ETag', `W/"${version}"`);
    if (!request.fresh) return read();
    response.status(304);
    return undefined;
  };
});
