/** Screens that visitors see too, in addition to the landing page at `/`. */
const PUBLIC_SCREENS = [
  '/auth',
  '/forgot-password',
  '/secure-account',
  '/about',
  '/features',
  '/privacy',
  '/terms',
  '/security',
] as const;

/** Screens of signed-in users. */
export const SIGNED_IN_SCREENS = [
  '/dashboard',
  '/history',
  '/explain',
  '/send-money',
  '/apply-checking',
  '/analytics',
  '/statements',
  '/settings',
  '/contact',
] as const;

/** Screens for admins. A segment that starts with a colon stands for an id. */
export const ADMIN_SCREENS = [
  '/admin',
  '/admin/queue',
  '/admin/approvals',
  '/admin/kyc/:id',
  '/dashboard-edit/:userId',
] as const;

// The call is marked as free of side effects, so that the web app's bundle, which doesn't need the pattern, omits it.
const SCREEN_PATH = /* @__PURE__ */ screenPattern();

function screenPattern(): RegExp {
  const patterns = [...PUBLIC_SCREENS, ...SIGNED_IN_SCREENS, ...ADMIN_SCREENS].map((path) =>
    path.slice(1).replace(/:\w+/, '[^/]+'),
  );
  return new RegExp(`^/((${patterns.join('|')})/?)?$`, 'i');
}

/**
 * Whether the web app has a screen at this address. All other addresses return 404 with the app's not-found page
 * (UI-37). `infra/nginx/site.conf` has the same list.
 */
export function isScreenPath(path: string): boolean {
  return SCREEN_PATH.test(path);
}
