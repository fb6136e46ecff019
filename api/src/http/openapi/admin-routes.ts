import type { Permission } from '../permissions.js';

/** The parts of an OpenAPI document that say which permission an admin route needs. */
interface PermissionDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly 'x-permission'?: Permission }>>>
  >;
}

/** Returns the permission of each admin route in an OpenAPI document, by route, such as `GET /api/admin/stats`. */
export function adminRoutesOf(json: string): Map<string, Permission> {
  const { paths } = JSON.parse(json) as PermissionDocument;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-permission': permission }]) =>
      permission === undefined ? [] : [[`${method.toUpperCase()} ${path}`, permission] as const],
    ),
  );
  return new Map(routes);
}
