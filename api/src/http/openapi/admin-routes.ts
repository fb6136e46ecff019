import type { Permission } from '../permissions.js';

/** The parts of an OpenAPI document that say which permission a route of admins needs. */
interface PermissionDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly 'x-permission'?: Permission }>>>
  >;
}

/** Returns the permission of each route of admins, such as `GET /api/admin/stats`, in an OpenAPI document. */
export function adminRoutesOf(json: string): Map<string, Permission> {
  const { paths } = JSON.parse(json) as PermissionDocument;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-permission': permission }]) =>
      permission === undefined ? [] : [[`${method.toUpperCase()} ${path}`, permission] as const],
    ),
  );
  return new Map(routes);
}
