/**
 * The addresses of the web app's screens (`web/src/app/app-routes.tsx`). Any other address answers 404, with the app's
 * not-found page. `infra/nginx/site.conf` has the same list.
 */
const SCREEN_PATH =
  /^\/((dashboard|history|explain|send-money|apply-checking|analytics|statements|settings|contact|admin|admin\/queue|admin\/approvals|admin\/kyc\/[^/]+|dashboard-edit\/[^/]+|auth|forgot-password|secure-account|about|features|privacy|terms|security)\/?)?$/i;

/** Whether the web app has a screen at this address. */
export function isScreenPath(path: string): boolean {
  return SCREEN_PATH.test(path);
}
