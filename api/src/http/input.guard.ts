import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { InputLimits } from '../platform/config/request-limits.js';
import { inspectInput } from './inspect-input.js';
import type { AppRequest } from './request.js';

/**
 * Inspects each request's body, query and path once. Runs before every other guard. So no code reads unchecked input,
 * and a request with refused input causes no database query.
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(private readonly limits: InputLimits) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AppRequest>();
    for (const input of [request.params, request.query, request.body as unknown]) {
      inspectInput(input, this.limits);
    }
    return true;
  }
}
