import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { AuthenticatorApps } from './authenticator-apps.service.js';
import { FactorChallenges } from './factor-challenges.service.js';
import { FactorsService } from './factors.service.js';
import { PasskeysService } from './passkeys.service.js';
import { RecoveryCodes } from './recovery-codes.service.js';

@Module({
  imports: [OutboxModule],
  providers: [AuthenticatorApps, FactorChallenges, FactorsService, PasskeysService, RecoveryCodes],
  exports: [AuthenticatorApps, FactorsService, PasskeysService, RecoveryCodes],
})
export class FactorsModule {}
