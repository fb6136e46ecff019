import { randomUUID } from 'node:crypto';
import type { NextFunction, Response } from 'express';
import { runWithRequestId } from '../platform/logs/request-context.js';
import type { AppRequest } from './request.js';

/**
 * Express middleware that gives each request an id (ERR-5). The request's response, log lines, events and emails all
 * carry it (OPS-5).
 */
export function requestId(request: AppRequest, response: Response, next: NextFunction): void {
  request.requestId = randomUUID();
  response.setHeader('X-Request-Id', request.requestId);
  runWithRequestId(request.requestId, next);
}
