import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccessLogInterceptor } from './access-log.interceptor.js';
import { AccessLog } from './access-log.service.js';
import { FailedSignIns } from '../../identity/attempts/failed-sign-ins.service.js';

/** Writes to the access log: who reads which personal data, and failed sign-ins. */
@Module({
  providers: [AccessLog, FailedSignIns, { provide: APP_INTERCEPTOR, useClass: AccessLogInterceptor }],
  exports: [AccessLog, FailedSignIns],
})
export class AccessLogModule {}
