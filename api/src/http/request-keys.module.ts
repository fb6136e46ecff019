import { Global, Module } from '@nestjs/common';
import { RequestKeys } from './request-keys.service.js';

/** Idempotency keys for the handlers of every feature. */
@Global()
@Module({ providers: [RequestKeys], exports: [RequestKeys] })
export class RequestKeysModule {}
