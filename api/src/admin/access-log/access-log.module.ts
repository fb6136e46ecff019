import { Module } from '@nestjs/common';
import { AccessLog } from './access-log.service.js';
import { ShownCustomers } from './shown-customers.service.js';

/** Writes the access log: who reads which personal data. */
@Module({ providers: [AccessLog, ShownCustomers], exports: [AccessLog, ShownCustomers] })
export class AccessLogModule {}
