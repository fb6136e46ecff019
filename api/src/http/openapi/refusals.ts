import type { OperationObject } from '@nestjs/swagger';
import { ERRORS, type ErrorCode } from '../app-error.js';
import type { Marks } from './marks.js';

/** Errors that every route can return: they can already occur in parsers, guards and the session lookup. */
const EVERY_ROUTE: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'BODY_TOO_COMPLEX',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
];

/**
 * Further errors of admin routes. The admin's role may lack the route's permission. With `ADMIN_MFA=required`, the
 * admin also needs a confirmed second factor (AUTH-55).
 */
const OF_ADMIN_ROUTES: readonly ErrorCode[] = ['FORBIDDEN', 'FACTOR_REQUIRED', 'FACTOR_SETUP_REQUIRED'];

/** Returns a route's errors by status: those of its kind and those it declares with `@Refuses`. */
export function refusalsOf(
  method: string,
  operation: OperationObject,
  { access, refusals }: Marks,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set<ErrorCode>([...EVERY_ROUTE, ...refusals]);
  if (access !== 'public') codes.add('NOT_SIGNED_IN');
  if (access === 'admin') for (const code of OF_ADMIN_ROUTES) codes.add(code);
  // Admin routes that can return BUSY send commands to the ledger. They refuse commands for the admin's own account
  // (ADM-27).
  if (access === 'admin' && codes.has('BUSY')) codes.add('OWN_ACCOUNT');
  if (codes.has('BUSY')) codes.add('CLOCK_WRONG');
  if (method !== 'get') codes.add('ORIGIN_FOREIGN');
  if (operation.requestBody !== undefined) codes.add('PAYLOAD_TOO_LARGE');
  if (hasPathParameter(operation)) codes.add('NOT_FOUND');
  return byStatus(codes);
}

function hasPathParameter({ parameters = [] }: OperationObject): boolean {
  return parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
}

/** Groups codes by status, in the order of `ERRORS`, so the document does not depend on the order of decorators. */
function byStatus(codes: ReadonlySet<ErrorCode>): ReadonlyMap<number, readonly ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const [status] = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}
