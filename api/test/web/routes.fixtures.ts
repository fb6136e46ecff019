import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROUTES_FILE = path.join(import.meta.dirname, '../../../web/src/app/app-routes.tsx');

/** One address for each screen of the web app. */
export const SCREEN_PATHS: readonly string[] = [
  ...new Set([...readFileSync(ROUTES_FILE, 'utf8').matchAll(/<Route\s+path="([^"*]+)"/g)].map(exampleOf)),
];

function exampleOf([, pattern = '']: RegExpExecArray | RegExpMatchArray): string {
  return pattern.replaceAll(/:\w+/g, 'f2f7a1');
}

/** Addresses without a screen. */
export const UNKNOWN_PATHS = [
  '/no-such-page',
  '/dashboard/no-such-page',
  '/dashboard-edit',
  '/index.html',
  '/robots.txt/',
  '/favicon.ico',
] as const;
