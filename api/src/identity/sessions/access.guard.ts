import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { ACCESS_KEY, type Access } from '../../http/access.js';
import { AppError } from '../../http/app-error.js';
import { isPermitted } from '../../http/permissions.js';
import type { AppRequest, AuthenticatedUser } from '../../http/request.js';
import { BACKGROUND_HEADER, SECONDS_LEFT_HEADER } from '../../http/session-headers.js';
import { SessionCookie } from './session-cookie.service.js';
import { SessionsService } from './sessions.service.js';

/** Decides who may call a route. A route without a declaration is rejected for everyone (SEC-1). */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly logger = new Logger('Access');

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionsService,
    private readonly cookie: SessionCookie,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === undefined) {
      const route = `${context.getClass().name}.${context.getHandler().name}`;
      this.logger.error({
        route,
        problem: 'the route does not declare who may call it; rejected for everyone',
      });
      throw new AppError('FORBIDDEN');
    }
    const http = context.switchToHttp();
    const request = http.getRequest<AppRequest>();
    const signedIn = await this.signedInUser(request, http.getResponse<Response>());
    if (signedIn !== null) request.currentUser = signedIn;
    if (access.level === 'public') return true;
    if (signedIn === null) throw new AppError('NOT_SIGNED_IN');
    if (access.level === 'admin' && !isAdmitted(access, signedIn)) throw new AppError('FORBIDDEN');
    return true;
  }

  /**
   * Returns the session's user, if any. Sets the header that says how long the session lasts, and corrects a wrong
   * session hint.
   */
  private async signedInUser(request: AppRequest, response: Response): Promise<AuthenticatedUser | null> {
    const { token, hasHint } = this.cookie.read(request);
    const isBackground = request.get(BACKGROUND_HEADER) !== undefined;
    const user = token === null ? null : await this.sessions.find(token, { isBackground });
    if (user !== null) response.setHeader(SECONDS_LEFT_HEADER, user.secondsLeft);
    if (user !== null && !hasHint) this.cookie.writeHint(response);
    if (user === null && hasHint) this.cookie.clearHint(response);
    return user;
  }
}

function isAdmitted({ permission }: Access, { role }: AuthenticatedUser): boolean {
  return permission !== null && isPermitted(role, permission);
}
