import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError } from './app-error.js';
import type { AppRequest } from './request.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that come from another site (SEC-5). Browsers send `Sec-Fetch-Site` and `Origin`; clients that send
 * neither have no ambient cookies that need protection.
 */
@Injectable()
export class OriginGuard implements CanActivate {
  constructor(private readonly publicUrl: string) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (SAFE_METHODS.has(request.method)) return true;
    const { origin, host } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || (origin !== undefined && !this.isOwnOrigin(origin, host))) {
      throw new AppError('ORIGIN_FOREIGN');
    }
    return true;
  }

  private isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (!URL.canParse(origin)) return false;
    return origin === new URL(this.publicUrl).origin || new URL(origin).host === host;
  }
}
