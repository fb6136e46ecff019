import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { static as serveStatic, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { Stopping } from '../stopping.js';
import { AppError } from './app-error.js';
import { ErrorFilter } from './error.filter.js';
import { IdempotencyInterceptor } from './idempotency.js';
import { requestId } from './request-id.js';
import { requestLog } from './request-log.js';
import { createValidationPipe } from './validation.pipe.js';

const MAX_BODY = '100kb';
const ONE_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Configures everything around the routes: headers, body limits, validation, errors, and the web app if the API serves
 * it.
 */
export function configureApp(app: NestExpressApplication, config: Config): void {
  app.disable('x-powered-by');
  app.set('etag', 'weak');
  // Trust the forwarded address only behind our own nginx; elsewhere any client could forge it (AUTH-24).
  if (config.profile === 'production') app.set('trust proxy', 'loopback, linklocal, uniquelocal');
  app.set('query parser', 'simple');
  app.use(requestId);
  app.use(app.get(Stopping).watch);
  app.use(requestLog(app.get(Metrics)));
  app.use(securityHeaders(config));
  app.use('/api', noStore);
  app.useBodyParser('json', { limit: MAX_BODY, strict: true });
  app.use('/api', requireJsonBody);
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalInterceptors(new IdempotencyInterceptor());
  if (config.webDir !== null) serveWeb(app, config.webDir);
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
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Browsers may upload directly to the object storage.
        connectSrc: ["'self'", ...(uploadsTo === undefined ? [] : [new URL(uploadsTo).origin])],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isProduction ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

/** Responses contain personal data, so no cache may store them (SEC-6). */
function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Rejects bodies that are not JSON. Express would ignore them, and a route with only optional fields would run without
 * them.
 */
function requireJsonBody(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    throw new AppError('VALIDATION_FAILED', 'The body must be JSON');
  }
  next();
}

/** Serves the built web app: hashed assets are cached for a year, and every other path gets the single page. */
function serveWeb(app: NestExpressApplication, webDir: string): void {
  app.use('/assets', serveStatic(path.join(webDir, 'assets'), { immutable: true, maxAge: ONE_YEAR_MS }));
  app.use(serveStatic(webDir, { index: false, setHeaders: setNoCache }));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isPage = request.method === 'GET' && !/^\/(api|objects|assets)\//.test(request.path);
    if (!isPage || request.path === '/healthz' || request.path === '/readyz') next();
    else response.sendFile(path.join(webDir, 'index.html'), { headers: { 'Cache-Control': 'no-cache' } });
  });
}

/** Files that keep their name when their content changes, such as the service worker, must be revalidated. */
function setNoCache(response: Response): void {
  response.setHeader('Cache-Control', 'no-cache');
}
