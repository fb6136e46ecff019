import type { Request } from 'express';

/** Who is signed in, as the session says; never taken from a body or a URL. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly isAdmin: boolean;
}

/** A request of this application: its own id, and who sent it once the access guard has run. */
export interface AppRequest extends Request {
  requestId?: string;
  signedIn?: SignedIn;
}

export function requestIdOf(request: AppRequest): string {
  if (request.requestId === undefined) throw new Error('the request has no id yet');
  return request.requestId;
}

/** Who sent the request. Throws if the route let an anonymous request through, which is a fault of ours. */
export function signedInOf(request: AppRequest): SignedIn {
  if (request.signedIn === undefined) throw new Error('the route needs a signed-in user and has none');
  return request.signedIn;
}
