import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppError } from './app-error.js';
import type { AppRequest } from './request.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that change something and come from another site. Browsers say where a request comes from
 * (`Sec-Fetch-Site`, `Origin`); programs that say nothing carry no ambient cookies worth protecting.
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
