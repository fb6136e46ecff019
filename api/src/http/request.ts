import type { Request } from 'express';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import type { ErrorCode } from './app-error.js';

/** The signed-in user according to the session (SEC-4). */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly sessionId: string;
  /** Whole seconds until the session ends if it isn't used (AUTH-80). */
  readonly secondsLeft: number;
  readonly isAdmin: boolean;
  /** The admin's role; null for customers. */
  readonly role: AdminRole | null;
  /** When the session was last confirmed with a second factor. */
  readonly factorAt: Date | null;
  /** When the password was last entered in the session. */
  readonly passwordAt: Date | null;
}

/**
 * A request with what the API adds to it. `currentUser` is set once the access guard has run, if someone is signed
 * in.
 */
export interface AppRequest extends Request {
  requestId?: string;
  currentUser?: AuthenticatedUser;
  /** The hash of the browser's cookie. Undefined until the response sets that cookie. */
  browser?: Buffer;
  /** A refused request's error code, for the log and metrics. */
  refusal?: ErrorCode;
  /** Why the database failed, for the log. */
  failure?: string;
}

export function requestIdOf(request: AppRequest): string {
  if (request.requestId === undefined) throw new Error('the request has no id yet');
  return request.requestId;
}

/**
 * Returns the signed-in user.
 *
 * @throws Error nobody is signed in. This is a bug: a route that needs the user must not admit visitors
 */
export function currentUserOf(request: AppRequest): AuthenticatedUser {
  if (request.currentUser === undefined) throw new Error('the route needs a signed-in user');
  return request.currentUser;
}
