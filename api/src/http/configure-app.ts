import type { NestExpressApplication } from '@nestjs/platform-express';
import { json, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../platform/config/config.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { Readiness } from '../platform/process/readiness.js';
import { Stopping } from '../platform/process/stopping.js';
import { AppError } from './app-error.js';
import { ErrorFilter } from './error.filter.js';
import { limitRequests } from './limit-requests.js';
import { requestId } from './request-id.js';
import { requestLog } from './request-log.js';
import type { AppRequest } from './request.js';
import { ResponseInterceptor } from './response.interceptor.js';
import { serveWeb } from './serve-web.js';
import { createValidationPipe } from './validation.pipe.js';

const MAX_BODY = '100kb';
const PERMISSIONS_POLICY = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';
/** The hash of the `<style>` element that the chart library adds. No other inline style is allowed. */
const CHART_STYLES_HASH = "'sha256-aSysLrDECVdJ6L+jLf8CC5QKLmwRuk/OZiZk9mYky8A='";

/**
 * Configures everything around the routes: headers, the request log, rate and body limits, validation, errors, and
 * the web app if the API serves it.
 */
export function configureApp(app: NestExpressApplication, config: Config): void {
  app.disable('x-powered-by');
  app.set('etag', 'weak');
  // Only these proxies may state the client's address. Otherwise anyone who reaches the API directly could forge it
  // (AUTH-24, SEC-60).
  app.set('trust proxy', config.trustedProxies);
  app.set('query parser', 'simple');
  app.use(requestId);
  app.use(app.get(Stopping).watch);
  app.use(requestLog(app.get(Metrics)));
  app.use(securityHeaders(config));
  app.use(permissionsPolicy);
  app.use(refuseTrace);
  app.use('/api', noStore);
  useRequestRates(app, config);
  app.use('/api/auth', json({ limit: config.maxAuthBodyBytes, strict: true }));
  app.useBodyParser('json', { limit: MAX_BODY, strict: true });
  app.use('/api', requireJsonBody);
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(Readiness)));
  app.useGlobalInterceptors(new ResponseInterceptor());
  if (config.webDir !== null) serveWeb(app, config.webDir);
}

/** Limits the requests from each address. Requests that check credentials or codes have a lower limit (SEC-16). */
function useRequestRates(app: NestExpressApplication, { requestRate, authRequestRate }: Config): void {
  if (requestRate !== null) app.use(['/api', '/objects'], limitRequests(requestRate));
  const isPost = ({ method }: AppRequest): boolean => method === 'POST';
  if (authRequestRate !== null) app.use('/api/auth', limitRequests(authRequestRate, isPost));
}

function securityHeaders(config: Config): ReturnType<typeof helmet> {
  const isProduction = config.profile === 'production';
  const uploadsTo = config.s3?.publicEndpoint ?? undefined;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", CHART_STYLES_HASH],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Browsers may upload directly to object storage.
        connectSrc: ["'self'", ...(uploadsTo === undefined ? [] : [new URL(uploadsTo).origin])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Turns off device features that the app does not use. `infra/nginx/page-headers.conf` sends the same header. */
function permissionsPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  next();
}

/** Refuses TRACE, because a response would contain the request, including its cookie. */
function refuseTrace(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'TRACE') {
    response.setHeader('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    throw new AppError('METHOD_NOT_ALLOWED');
  }
  next();
}

/** Responses contain personal data, so no cache may store them (SEC-6). */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Rejects bodies that are not JSON. Express would ignore them, and a route with only optional fields would run as if
 * there were no body.
 */
function requireJsonBody(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    throw new AppError('VALIDATION_FAILED', 'The body must be JSON');
  }
  next();
}
