import { Logger } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import type { Metrics } from '../platform/metrics/metrics.js';
import { currentTracer } from '../platform/tracing/tracing.js';
import type { AppRequest } from './request.js';

/** nginx's status for a client that disconnected before the response. */
const CLIENT_CLOSED_REQUEST = 499;
/** Not logged, because monitoring calls these every few seconds. */
const NOT_LOGGED = new Set<unknown>(['/healthz', '/readyz']);

type Level = 'log' | 'warn' | 'error';

/**
 * Express middleware that logs and measures each request when its response ends. It records the user's id (OPS-5) and
 * the route template, never the URL, which may contain anything the caller wrote.
 */
export function requestLog(metrics: Metrics) {
  const logger = new Logger('Http');
  return (request: AppRequest, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const route = routeTemplate(request);
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      metrics.countRequest({ method: request.method, route: route ?? 'none', status }, ms / 1000);
      if (request.refusal !== undefined) metrics.countRefusal(request.refusal);
      if (NOT_LOGGED.has(route)) return;
      traceRequest(request, route, status, startedAt);
      const { requestId, refusal: refused, failure, method, currentUser } = request;
      const userId = currentUser?.userId;
      logger[logLevel(status)]({
        requestId,
        userId,
        refused,
        failure,
        method,
        route,
        status,
        ms: Math.round(ms),
      });
    });
    next();
  };
}

/** Records a request in the trace that has the request's id (OPS-66). Requests for web-app files are not traced. */
function traceRequest(
  { requestId, method, refusal, failure }: AppRequest,
  route: string | null,
  status: number,
  from: number,
): void {
  if (requestId === undefined || route === null) return;
  currentTracer()?.recordRequest(requestId, {
    ...{ name: `${method} ${route}`, kind: 'server', from, to: performance.now() },
    attributes: {
      ...{ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
      ...(refusal === undefined ? {} : { 'moniker.refusal': refusal }),
    },
    error: status < 500 ? undefined : (failure ?? String(status)),
  });
}

/** Returns the matched route's template; null if none matched, as for files of the web app. */
function routeTemplate(request: AppRequest): string | null {
  const route: unknown = request.route;
  if (typeof route !== 'object' || route === null || !('path' in route)) return null;
  return typeof route.path === 'string' ? route.path : null;
}

function logLevel(status: number): Level {
  if (status >= 500) return 'error';
  return status === 401 || status === 403 || status === 429 ? 'warn' : 'log';
}
