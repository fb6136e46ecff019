import type { NextFunction, RequestHandler, Response } from 'express';
import { AppError } from './app-error.js';
import { clientAddressOf } from './client-address.js';
import type { RequestRate } from '../platform/config/request-limits.js';
import { RequestRateLimiter } from './request-rate.js';
import type { AppRequest } from './request.js';

/**
 * Express middleware that limits the requests from each client address or IPv6 network (SEC-16). Each process counts
 * separately; nginx enforces the same limits across all processes.
 */
export function limitRequests(
  rate: RequestRate,
  isLimited: (request: AppRequest) => boolean = () => true,
): RequestHandler {
  const limiter = new RequestRateLimiter(rate);
  return (request: AppRequest, _response: Response, next: NextFunction): void => {
    const waitMs = isLimited(request) ? limiter.take(clientAddressOf(request)) : 0;
    if (waitMs > 0) {
      throw new AppError('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    }
    next();
  };
}
