import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { CommandContext } from '../ledger/writer/submission.js';
import type { AccessLevel } from './access-level.js';
import { documentedParameter, markAccess, Refuses } from './openapi/marks.js';
import { requestIdOf, currentUserOf, type AppRequest, type AuthenticatedUser } from './request.js';

export const ACCESS_KEY = 'moniker:access';

/** Opens a route to everybody, including visitors. */
export const Public = (): MethodDecorator & ClassDecorator => grantAccess('public');

/** Opens a route to all signed-in users, including admins. */
export const ForSignedIn = (): MethodDecorator & ClassDecorator => grantAccess('signed-in');

/** Restricts a route to admins. */
export const ForAdmins = (): MethodDecorator & ClassDecorator => grantAccess('admin');

function grantAccess(access: AccessLevel): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(ACCESS_KEY, access), markAccess(access));
}

function requestOf(context: ExecutionContext): AppRequest {
  return context.switchToHttp().getRequest<AppRequest>();
}

/** Parameter decorator: the signed-in user. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedUser =>
  currentUserOf(requestOf(context)),
);

const ContextParam = createParamDecorator((_: unknown, context: ExecutionContext): CommandContext => {
  const request = requestOf(context);
  return { actor: `user:${currentUserOf(request).userId}`, correlationId: requestIdOf(request) };
});

/** Parameter decorator: the actor and request id that the ledger records. Such a route writes to the ledger. */
export const CommandContextParam = (): ParameterDecorator =>
  documentedParameter(ContextParam(), Refuses('BUSY'));
