import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { CommandContext } from '../ledger/writer/submission.js';
import type { AccessLevel } from './access-level.js';
import { documentedParameter, markAccess, Refuses } from './openapi/marks.js';
import type { Permission } from './permissions.js';
import { requestIdOf, currentUserOf, type AppRequest, type AuthenticatedUser } from './request.js';

export const ACCESS_KEY = 'moniker:access';

/** Opens a route to everybody, including visitors. */
export const Public = (): MethodDecorator & ClassDecorator => grantAccess('public');

/** Opens a route to all signed-in users, including admins. */
export const ForSignedIn = (): MethodDecorator & ClassDecorator => grantAccess('signed-in');

/** Restricts a route to admins whose role has this permission. A method's permission replaces its class's. */
export const ForAdmins = (permission: Permission): MethodDecorator & ClassDecorator =>
  grantAccess('admin', permission);

/** Who may call a route. Admin routes name a permission. */
export interface Access {
  readonly level: AccessLevel;
  readonly permission: Permission | null;
}

function grantAccess(
  level: AccessLevel,
  permission: Permission | null = null,
): MethodDecorator & ClassDecorator {
  const access: Access = { level, permission };
  return applyDecorators(SetMetadata(ACCESS_KEY, access), markAccess(level, permission));
}

function httpRequest(context: ExecutionContext): AppRequest {
  return context.switchToHttp().getRequest<AppRequest>();
}

/** Parameter decorator: the signed-in user. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): AuthenticatedUser =>
  currentUserOf(httpRequest(context)),
);

/** Parameter decorator: the actor and request id, for a route that sends no command to the ledger. */
export const RequestContextParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): CommandContext => {
    const request = httpRequest(context);
    return { actor: `user:${currentUserOf(request).userId}`, correlationId: requestIdOf(request) };
  },
);

/** Parameter decorator: the actor and request id for a command. Adds BUSY to the route's documented refusals. */
export const CommandContextParam = (): ParameterDecorator =>
  documentedParameter(RequestContextParam(), Refuses('BUSY'));
