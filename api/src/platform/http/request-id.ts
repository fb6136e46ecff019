import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import { runWithRequestId } from '../logs/request-context.js';
import type { AppRequest } from './request.js';

/**
 * Gives each request an id of ours, shown on every answer and recorded with every event, mail and log line that it
 * leads to.
 */
export function requestId(request: AppRequest, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  runWithRequestId(request.requestId, next);
}
