import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Response } from 'express';
import { Strategy } from 'passport-local';
import { AppError } from '../../http/app-error.js';
import type { AppRequest } from '../../http/request.js';
import { createValidationPipe } from '../../http/validation.pipe.js';
import { CredentialGate } from '../attempts/credential-gate.service.js';
import type { Credentials } from '../users/users.service.js';
import { LoginBody } from './auth.dto.js';
import { BrowserCookie } from '../sessions/browser-cookie.service.js';
import { SignInService } from './sign-in.service.js';

/** Passport strategy for email address and password from the body. Sessions are our own, not Passport's. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(
    private readonly signIn: SignInService,
    private readonly browsers: BrowserCookie,
    private readonly gate: CredentialGate,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  validate(request: AppRequest, email: string, password: string): Promise<Credentials> {
    const browser = this.browsers.identify(request, responseOf(request));
    return this.signIn.checkCredentials(email, password, { ...this.gate.sourceOf(request), browser });
  }
}

/** Express links each request with its response. */
function responseOf({ res }: AppRequest): Response {
  if (res === undefined) throw new Error('the request has no response');
  return res;
}

/**
 * Guard of the login route. It validates the body itself, because guards run before pipes. Without this check,
 * Passport would accept credentials of any type, or from the query string (AUTH-1).
 */
@Injectable()
export class LoginGuard extends AuthGuard('local') {
  private readonly pipe = createValidationPipe();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AppRequest>();
    const body: unknown = request.body ?? {};
    request.body = (await this.pipe.transform(body, { type: 'body', metatype: LoginBody })) as LoginBody;
    return (await super.canActivate(context)) === true;
  }

  override handleRequest<User>(error: unknown, user: User | false | null): User {
    if (error instanceof Error) throw error;
    if (user === false || user === null) throw new AppError('CREDENTIALS_INVALID');
    return user;
  }
}
