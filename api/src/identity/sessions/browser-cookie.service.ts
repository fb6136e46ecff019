import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Response } from 'express';
import type { AppRequest } from '../../http/request.js';
import { newToken, tokenHash } from '../../platform/crypto/token.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';

const TOKEN = /^[\w-]{43}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The cookie that tells browsers apart before anyone is signed in (AUTH-30). On its own it grants nothing; the
 * database stores only its hash. The cookie is also set if the given email address has no account, so it does not
 * reveal which addresses have an account (AUTH-10).
 */
@Injectable()
export class BrowserCookie {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(@Inject(CONFIG) config: Config) {
    const isSecure = config.profile === 'production';
    const maxAge = config.limits.knownBrowserDays * DAY_MS;
    this.name = isSecure ? '__Host-moniker_browser' : 'moniker_browser';
    this.options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge };
  }

  /** Returns the hash of the browser's cookie, or null if the browser has no valid cookie. */
  read(request: AppRequest): Buffer | null {
    const token = this.tokenOf(request);
    return token === null ? null : tokenHash(token);
  }

  /** Returns the hash of the browser's cookie. Creates the cookie if it is missing; otherwise extends its lifetime. */
  identify(request: AppRequest, response: Response): Buffer {
    if (request.browser !== undefined) return request.browser;
    const token = this.tokenOf(request) ?? newToken();
    response.cookie(this.name, token, this.options);
    request.browser = tokenHash(token);
    return request.browser;
  }

  private tokenOf({ headers }: AppRequest): string | null {
    const token = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[this.name];
    return token !== undefined && TOKEN.test(token) ? token : null;
  }
}
