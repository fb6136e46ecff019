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
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' || (origin !== undefined && !this.isOwnOrigin(origin, request))) {
      throw new AppError('ORIGIN_FOREIGN');
    }
    return true;
  }

  /**
   * Whether an origin is the bank's own. If the bank uses TLS, its own host without TLS counts as another site,
   * because anyone on the network could serve a page there.
   */
  private isOwnOrigin(origin: string, { headers, protocol }: AppRequest): boolean {
    if (!URL.canParse(origin)) return false;
    const publicUrl = new URL(this.publicUrl);
    if (origin === publicUrl.origin) return true;
    const scheme = publicUrl.protocol === 'https:' ? 'https:' : `${protocol}:`;
    const { host, protocol: originScheme } = new URL(origin);
    return host === headers.host && originScheme === scheme;
  }
}
