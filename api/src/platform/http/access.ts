import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { requestIdOf, currentUserOf, type AppRequest, type AuthenticatedUser } from './request.js';

/** Who may call a route. One of these stands on every route; without one it is refused to everybody. */
export type Access = 'public' | 'customer' | 'admin';

export const ACCESS_KEY = 'moniker:access';

/** Anybody, signed in or not. */
export const Public = (): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS_KEY, 'public' satisfies Access);

/** Anybody who is signed in; admins too (spec.md §6). */
export const ForCustomers = (): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS_KEY, 'customer' satisfies Access);

/** Admins alone. */
export const ForAdmins = (): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCESS_KEY, 'admin' satisfies Access);

function requestOf(context: ExecutionContext): AppRequest {
  return context.switchToHttp().getRequest<AppRequest>();
}

/** Parameter: who is signed in. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedUser =>
  currentUserOf(requestOf(context)),
);

/** Parameter: who asks and in which request, as the ledger records it. */
export const CommandContextParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): CommandContext => {
    const request = requestOf(context);
    return { actor: `user:${currentUserOf(request).userId}`, correlationId: requestIdOf(request) };
  },
);
