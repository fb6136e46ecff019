import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { documentedParameter } from './openapi/marks.js';
import type { AppRequest } from './request.js';

/**
 * Sets the ETag to `version`. If the caller already has that version (`If-None-Match`), responds with 304 and does not
 * call `read`.
 */
export type ConditionalRead = <Body>(version: string, read: () => Promise<Body>) => Promise<Body | undefined>;

const RespondParam = createParamDecorator((_: unknown, context: ExecutionContext): ConditionalRead => {
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

/**
 * Parameter decorator for reads whose version is cheaper to get than their data. The version must identify the data's
 * owner, because one browser may serve two people in turn. Read the version before the data, so that a change in
 * between leads to another read instead of being missed.
 */
export const Conditional = (): ParameterDecorator =>
  documentedParameter(
    RespondParam(),
    ApiResponse({ status: 304, description: 'Not modified: `If-None-Match` is the current `ETag`' }),
  );
