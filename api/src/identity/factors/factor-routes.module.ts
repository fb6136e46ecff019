import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AddAuthenticatorAppHandler } from './add-authenticator-app.handler.js';
import { AddPasskeyHandler } from './add-passkey.handler.js';
import { FactorAccess } from './factor-access.service.js';
import { FactorChanges } from './factor-changes.service.js';
import { FactorsController } from './factors.controller.js';
import { FactorsModule } from './factors.module.js';
import { RemoveFactorHandler } from './remove-factor.handler.js';

/** Second factors in the API: adding, removing and requiring them. */
@Module({
  imports: [AttemptsModule, FactorsModule, OutboxModule, SessionsModule, UsersModule],
  controllers: [FactorsController],
  providers: [
    AddAuthenticatorAppHandler,
    AddPasskeyHandler,
    FactorAccess,
    FactorChanges,
    RemoveFactorHandler,
  ],
  exports: [FactorAccess],
})
export class FactorRoutesModule {}
