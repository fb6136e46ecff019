import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { AttemptsModule } from '../attempts/attempts.module.js';
import { FactorRoutesModule } from '../factors/factor-routes.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { CodeMailer } from './code-mailer.service.js';
import { FactorSignInController } from './factor-sign-in.controller.js';
import { LocalStrategy } from './local.strategy.js';
import { LockedAdminMail } from './locked-admin-mail.service.js';
import { LogoutController } from './logout.controller.js';
import { OtpsService } from './otps.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { PendingRegistrations } from './pending-registrations.service.js';
import { PendingSignInCookie } from './pending-sign-in-cookie.js';
import { RegistrationService } from './registration.service.js';
import { ReportSignInHandler } from './report-sign-in.handler.js';
import { SessionConfirmationController } from './session-confirmation.controller.js';
import { SignInAlerts } from './sign-in-alerts.service.js';
import { SignInService } from './sign-in.service.js';
import { VerifyEmailHandler } from './verify-email.handler.js';

/** Registration, sign-in and passwords. */
@Module({
  imports: [AttemptsModule, FactorRoutesModule, FactorsModule, OutboxModule, SessionsModule, UsersModule],
  controllers: [AuthController, FactorSignInController, LogoutController, SessionConfirmationController],
  providers: [
    CodeMailer,
    LocalStrategy,
    LockedAdminMail,
    OtpsService,
    PasswordChangeService,
    PasswordPolicy,
    PendingRegistrations,
    PendingSignInCookie,
    RegistrationService,
    ReportSignInHandler,
    SignInAlerts,
    SignInService,
    VerifyEmailHandler,
  ],
})
export class SignInModule {}
