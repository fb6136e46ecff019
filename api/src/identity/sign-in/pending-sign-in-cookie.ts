import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Response } from 'express';
import type { AppRequest } from '../../http/request.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';

/** The cookie for a sign-in that still needs its second factor (AUTH-54). */
@Injectable()
export class PendingSignInCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIG) config: Config) {
    const isSecure = config.profile === 'production';
    this.name = isSecure ? '__Host-moniker_sign_in' : 'moniker_sign_in';
    this.options = { httpOnly: true, sameSite: 'strict', secure: isSecure, path: '/' };
  }

  read({ headers }: AppRequest): string | null {
    return (headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[this.name]) ?? null;
  }

  write(response: Response, token: string): void {
    response.cookie(this.name, token, this.options);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
  }
}
