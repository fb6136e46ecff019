import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS_KEY, type Access } from '../../http/access.js';
import { ADMIN_FACTOR_KEY, FRESH_FACTOR_KEY, type WithoutFactor } from '../../http/fresh-factor.js';
import type { AppRequest } from '../../http/request.js';
import { FactorAccess } from './factor-access.service.js';

/** Requires second factors. Runs after `AccessGuard`, which decides whether the user may call the route. */
@Injectable()
export class FactorGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: FactorAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const user = context.switchToHttp().getRequest<AppRequest>().currentUser;
    if (user === undefined) return true;
    if (this.isOfAdmins(context)) await this.access.requireOfAdmin(user);
    const fresh = this.metadata(context, FRESH_FACTOR_KEY) as WithoutFactor | undefined;
    if (fresh !== undefined) await this.access.requireFresh(user, fresh);
    return true;
  }

  private isOfAdmins(context: ExecutionContext): boolean {
    const access = this.metadata(context, ACCESS_KEY) as Access | undefined;
    return access?.level === 'admin' || this.metadata(context, ADMIN_FACTOR_KEY) === true;
  }

  private metadata(context: ExecutionContext, key: string): unknown {
    return this.reflector.getAllAndOverride<unknown>(key, [context.getHandler(), context.getClass()]);
  }
}
