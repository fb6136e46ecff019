import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isScreenPath } from '@moniker/common/screen-paths.js';

/** Files with a hash of their content in their names. */
const HASHED = /^\/assets\//;
const HASHED_MAX_AGE_MS = 365 * 24 * 60 * 60 * 1000;
/** Addresses that are never pages of the web app. */
const NOT_PAGES = /^\/(api|objects|assets)\/|^\/(healthz|readyz)$/;
const PAGE = '/index.html';

/** The compressed copies that the build writes next to a file (`web/vite/precompress.ts`), in order of preference. */
const COPIES = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const;

type Copy = (typeof COPIES)[number];

/** The built web app's files by address, each with its compressed copies. */
type WebFiles = ReadonlyMap<string, readonly Copy[]>;

/**
 * Serves the files of the built web app. All other addresses get the app's single page, except addresses of the API and
 * of missing assets. The page has status 404 if the address has no screen (UI-37). The files are listed once, so
 * requests can't reach any others.
 */
export function serveWeb(app: NestExpressApplication, webDir: string): void {
  const files = listFiles(webDir);
  app.use((request: Request, response: Response, next: NextFunction) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const name = isRead ? fileNameFor(request.path, files) : null;
    if (name === null) {
      next();
      return;
    }
    if (name === PAGE && !isScreenPath(request.path)) response.status(404);
    sendFile({ webDir, name, copies: files.get(name) ?? [] }, request, response, next);
  });
}

function listFiles(webDir: string): WebFiles {
  // API-only tests run without a build of the web app.
  const entries = existsSync(webDir) ? readdirSync(webDir, { recursive: true, withFileTypes: true }) : [];
  const names = new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => `/${path.relative(webDir, path.join(entry.parentPath, entry.name))}`),
  );
  const isCopy = (name: string): boolean =>
    COPIES.some(({ extension }) => name.endsWith(extension) && names.has(name.slice(0, -extension.length)));
  return new Map(
    [...names]
      .filter((name) => !isCopy(name))
      .map((name) => [name, COPIES.filter(({ extension }) => names.has(name + extension))]),
  );
}

/** The file for an address; null if another handler responds. */
function fileNameFor(address: string, files: WebFiles): string | null {
  if (address !== PAGE && files.has(address)) return address;
  return NOT_PAGES.test(address) || !files.has(PAGE) ? null : PAGE;
}

interface ServedFile {
  readonly webDir: string;
  readonly name: string;
  readonly copies: readonly Copy[];
}

function sendFile(
  { webDir, name, copies }: ServedFile,
  request: Request,
  response: Response,
  next: NextFunction,
): void {
  const copy = copies.find(({ encoding }) => request.acceptsEncodings(encoding) !== false);
  if (copies.length > 0) response.vary('Accept-Encoding');
  if (copy !== undefined) response.setHeader('Content-Encoding', copy.encoding);
  response.type(path.extname(name));
  // Files that keep their name when their content changes, such as the service worker, must be revalidated.
  if (!HASHED.test(name)) response.setHeader('Cache-Control', 'no-cache');
  const caching = HASHED.test(name)
    ? { immutable: true, maxAge: HASHED_MAX_AGE_MS }
    : { cacheControl: false };
  const options = { ...caching, root: webDir, acceptRanges: false };
  response.sendFile(name + (copy?.extension ?? ''), options, (error: unknown) => {
    // A client disconnecting is not a server error.
    if (!error || response.headersSent || request.destroyed) return;
    response.removeHeader('Content-Encoding');
    next(error);
  });
}
