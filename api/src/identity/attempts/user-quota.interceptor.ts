import {
  HttpException,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { catchError, from, mergeMap, type Observable } from 'rxjs';
import { AppError } from '../../http/app-error.js';
import { USER_QUOTA_KEY, type UserQuota } from '../../http/limit-per-user.js';
import { currentUserOf, type AppRequest } from '../../http/request.js';
import { LoginThrottle, type AttemptKey } from './login-throttle.service.js';

const SERVER_ERROR = 500;

/**
 * Enforces a route's quota (SEC-18). A call counts before it runs, so parallel calls can't exceed the quota. The
 * count is undone if the call is refused or repeats an earlier one.
 */
@Injectable()
export class UserQuotaInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly throttle: LoginThrottle,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const quota = this.reflector.get<UserQuota | undefined>(USER_QUOTA_KEY, context.getHandler());
    if (quota === undefined) return next.handle();
    const http = context.switchToHttp();
    const key = { limit: quota, subject: currentUserOf(http.getRequest<AppRequest>()).userId };
    await this.throttle.record(key);
    return next.handle().pipe(
      catchError((error: unknown) => from(this.refund(key, error))),
      mergeMap(async (result: unknown) => {
        const isReplay = http.getResponse<Response>().getHeader('Idempotent-Replay') !== undefined;
        if (isReplay) await this.throttle.undo(key);
        return result;
      }),
    );
  }

  /** Undoes a refused call's count. A call with an unknown outcome stays counted. */
  private async refund(key: AttemptKey, error: unknown): Promise<never> {
    if (isRefusal(error)) await this.throttle.undo(key);
    throw error;
  }
}

/** Whether a call was refused. “Moniker not found” is not a refusal, because it reveals as much as a match (SEC-76). */
function isRefusal(error: unknown): boolean {
  if (error instanceof AppError) return error.status < SERVER_ERROR && error.code !== 'MONIKER_NOT_FOUND';
  return error instanceof HttpException && error.getStatus() < SERVER_ERROR;
}
