import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Response } from 'express';
import type { Config } from '../platform/config/config.js';
import type { AppRequest } from '../http/request.js';
import { CONFIG } from '../platform/config/config.token.js';

/**
 * The cookie with the session token (AUTH-17). It is a browser-session cookie; the server decides when the session
 * expires.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIG) config: Config) {
    const isSecure = config.profile === 'production';
    this.name = isSecure ? '__Host-moniker_session' : 'moniker_session';
    this.options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' };
  }

  read(request: AppRequest): string | null {
    const header = request.headers.cookie;
    return header === undefined ? null : (parseCookie(header)[this.name] ?? null);
  }

  write(response: Response, token: string): void {
    response.cookie(this.name, token, this.options);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
