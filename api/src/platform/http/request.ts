import type { Request } from 'express';
import type { ErrorCode } from './app-error.js';

/** Who is signed in, as the session says; never taken from a body or a URL. */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
}

/** A request of this application: its own id, who sent it once the access guard has run, and how it ended. */
export interface AppRequest extends Request {
  requestId?: string;
  currentUser?: AuthenticatedUser;
  /** Why it was not carried out; for the log and the metrics. */
  refusal?: ErrorCode;
}

export function requestIdOf(request: AppRequest): string {
  if (request.requestId === undefined) throw new Error('the request has no id yet');
  return request.requestId;
}

/** Who sent the request. Throws if the route let an anonymous request through, which is a fault of ours. */
export function currentUserOf(request: AppRequest): AuthenticatedUser {
  if (request.currentUser === undefined) throw new Error('the route needs a signed-in user and has none');
  return request.currentUser;
}
