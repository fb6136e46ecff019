import { Module } from '@nestjs/common';
import { BackoffCache } from './backoff-cache.js';
import { FailedSignIns } from './failed-sign-ins.service.js';
import { LoginThrottle } from './login-throttle.service.js';

/** Limits on attempts, and the count of failed sign-ins. */
@Module({
  providers: [BackoffCache, FailedSignIns, LoginThrottle],
  exports: [FailedSignIns, LoginThrottle],
})
export class AttemptsModule {}
