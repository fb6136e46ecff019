import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Response } from 'express';
import type { Config } from '../../platform/config/config.js';
import type { AppRequest } from '../../http/request.js';
import { CONFIG } from '../../platform/config/config.token.js';

/** The hint's only value. It is the same for everybody, so it identifies nobody. */
const HINT_VALUE = '1';

/** What a request says about its session. */
export interface SessionCookies {
  readonly token: string | null;
  readonly hasHint: boolean;
}

/**
 * Two cookies: one with the session token (AUTH-17), which scripts can't read, and a hint, which they can. Without the
 * hint, the web app knows that nobody is signed in and doesn't ask the API (SEC-20). Browsers delete both when they
 * close; the server decides when the session expires.
 */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly options: CookieOptions;
  private readonly hintName: string;
  private readonly hintOptions: CookieOptions;

  constructor(@Inject(CONFIG) config: Config) {
    const isSecure = config.profile === 'production';
    const prefix = isSecure ? '__Host-' : '';
    this.name = `${prefix}moniker_session`;
    this.hintName = `${prefix}moniker_signed_in`;
    this.hintOptions = { sameSite: 'lax', secure: isSecure, path: '/' };
    this.options = { ...this.hintOptions, httpOnly: true };
  }

  read(request: AppRequest): SessionCookies {
    const header = request.headers.cookie;
    const cookies = header === undefined ? {} : parseCookie(header);
    return { token: cookies[this.name] ?? null, hasHint: cookies[this.hintName] !== undefined };
  }

  write(response: Response, token: string): void {
    response.cookie(this.name, token, this.options);
    this.writeHint(response);
  }

  writeHint(response: Response): void {
    response.cookie(this.hintName, HINT_VALUE, this.hintOptions);
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.options);
    this.clearHint(response);
  }

  clearHint(response: Response): void {
    response.clearCookie(this.hintName, this.hintOptions);
  }
}
