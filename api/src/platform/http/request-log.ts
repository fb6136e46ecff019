import { Logger } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { Metrics } from '../metrics/metrics.js';
import type { AppRequest } from './request.js';

/** What the caller did not wait for; nginx tells it by the same number. */
const CLIENT_CLOSED_REQUEST = 499;
/** Asked for every few seconds by whoever watches: nobody reads that. */
const NOT_LOGGED = new Set<unknown>(['/healthz', '/readyz']);

type Level = 'log' | 'warn' | 'error';

/**
 * Express middleware: one line and one measurement for each request, when its answer is out. They name the route by its
 * template, never the address, which may hold anything that a caller writes there.
 */
export function requestLog(metrics: Metrics) {
  const logger = new Logger('Http');
  return (request: AppRequest, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      metrics.countRequest({ method: request.method, route: route ?? 'none', status }, ms / 1000);
      if (request.refusal !== undefined) metrics.countRefusal(request.refusal);
      if (NOT_LOGGED.has(route)) return;
      const { requestId, refusal: refused, method } = request;
      logger[levelOf(status)]({ requestId, refused, method, route, status, ms: Math.round(ms) });
    });
    next();
  };
}

/** The template of the route that answered; null where none did, as for files of the web app. */
function routeOf(request: AppRequest): string | null {
  const route: unknown = request.route;
  if (typeof route !== 'object' || route === null || !('path' in route)) return null;
  return typeof route.path === 'string' ? route.path : null;
}

function levelOf(status: number): Level {
  if (status >= 500) return 'error';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'log';
}
