import { Module } from '@nestjs/common';
import { AccessLog } from './access-log.service.js';

/** Writes to the access log: who reads which personal data. */
@Module({ providers: [AccessLog], exports: [AccessLog] })
export class AccessLogModule {}
