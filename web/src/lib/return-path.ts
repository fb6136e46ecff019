import { matchPath } from 'react-router-dom';
import { ADMIN_SCREENS, SIGNED_IN_SCREENS } from '@moniker/common/screen-paths.js';
import type { User } from './api/types';

const STORAGE_KEY = 'moniker.return';
const DEFAULT_PATH = '/dashboard';

/** Remembers the current screen of this tab, to open it after the next sign-in (AUTH-32). */
export function rememberReturnPath(): void {
  const { pathname, search } = window.location;
  write(pathname + search);
}

export function forgetReturnPath(): void {
  write(null);
}

/** Whether the next sign-in leads to a request for money (TRF-174). */
export function returnsToRequest(): boolean {
  return read()?.startsWith('/send-money?request=') === true;
}

/** The screen to open after a sign-in: the remembered one if the user has access to it, or else the dashboard. */
export function returnPathFor({ isAdmin }: Pick<User, 'isAdmin'>): string {
  const path = read();
  if (path === null) return DEFAULT_PATH;
  const allowed = isAdmin ? [...SIGNED_IN_SCREENS, ...ADMIN_SCREENS] : SIGNED_IN_SCREENS;
  const [pathname = ''] = path.split('?');
  // Only routes of this app, so nothing leads to another site.
  return allowed.some((route) => matchPath(route, pathname)) ? path : DEFAULT_PATH;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function write(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, path);
  } catch {
    // If storage is blocked, the sign-in leads to the dashboard.
  }
}
