import { Global, Module } from '@nestjs/common';
import { RequestKeys } from './request-keys.service.js';

/** Idempotency keys for every feature's handlers. */
@Global()
@Module({ providers: [RequestKeys], exports: [RequestKeys] })
export class RequestKeysModule {}
