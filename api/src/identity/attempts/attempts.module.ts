import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { BackoffCache } from './backoff-cache.js';
import { CredentialGate } from './credential-gate.service.js';
import { LoginThrottle } from './login-throttle.service.js';

/** The credential gate, and limits on attempts. */
@Module({
  imports: [OutboxModule, SessionsModule, UsersModule],
  providers: [BackoffCache, CredentialGate, LoginThrottle],
  exports: [CredentialGate, LoginThrottle],
})
export class AttemptsModule {}
