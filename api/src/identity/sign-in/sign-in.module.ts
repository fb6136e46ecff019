import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { MailModule } from '../../support/mail/mail.module.js';
import type { Config } from '../../platform/config/config.js';
import { InputGuard } from '../../http/input.guard.js';
import { OriginGuard } from '../../http/origin.guard.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from '../sessions/access.guard.js';
import { AccountFreezes } from '../sessions/account-freezes.service.js';
import { AddAuthenticatorAppHandler } from '../factors/add-authenticator-app.handler.js';
import { AddPasskeyHandler } from '../factors/add-passkey.handler.js';
import { LockedAdminMail } from './locked-admin-mail.service.js';
import { LoginThrottle } from '../attempts/login-throttle.service.js';
import { AuthController } from './auth.controller.js';
import { BackoffCache } from '../attempts/backoff-cache.js';
import { BrowserCookie } from '../sessions/browser-cookie.service.js';
import { CodeMailer } from './code-mailer.service.js';
import { FactorAccess } from '../factors/factor-access.service.js';
import { FactorChanges } from '../factors/factor-changes.service.js';
import { FactorCheck } from '../factors/factor-check.service.js';
import { FactorGuard } from '../factors/factor.guard.js';
import { FactorSignInController } from './factor-sign-in.controller.js';
import { FactorsController } from '../factors/factors.controller.js';
import { KnownBrowsers } from '../sessions/known-browsers.service.js';
import { LocalStrategy } from './local.strategy.js';
import { LogoutController } from './logout.controller.js';
import { OtpsService } from './otps.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordPolicy } from './password-policy.service.js';
import { PendingRegistrations } from './pending-registrations.service.js';
import { PendingSignInCookie } from './pending-sign-in-cookie.js';
import { PendingSignIns } from './pending-sign-ins.service.js';
import { RegistrationService } from './registration.service.js';
import { RemoveAuthenticatorAppHandler } from '../factors/remove-authenticator-app.handler.js';
import { RemovePasskeyHandler } from '../factors/remove-passkey.handler.js';
import { ReportSignInHandler } from './report-sign-in.handler.js';
import { SessionConfirmationController } from './session-confirmation.controller.js';
import { SessionCookie } from '../sessions/session-cookie.service.js';
import { SessionsController } from '../sessions/sessions.controller.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInAlerts } from './sign-in-alerts.service.js';
import { SignInService } from './sign-in.service.js';
import { UserQuotaInterceptor } from '../attempts/user-quota.interceptor.js';
import { VerifyEmailHandler } from './verify-email.handler.js';

/** Authentication. Registers the global guards of the application in the order in which they run. */
@Module({
  imports: [AccessLogModule, UsersModule, MailModule, FactorsModule],
  controllers: [
    AuthController,
    FactorSignInController,
    FactorsController,
    LogoutController,
    SessionConfirmationController,
    SessionsController,
  ],
  providers: [
    AccountFreezes,
    AddAuthenticatorAppHandler,
    AddPasskeyHandler,
    LoginThrottle,
    BackoffCache,
    BrowserCookie,
    CodeMailer,
    FactorAccess,
    FactorChanges,
    FactorCheck,
    KnownBrowsers,
    LocalStrategy,
    LockedAdminMail,
    OtpsService,
    PasswordChangeService,
    PasswordPolicy,
    PendingRegistrations,
    PendingSignInCookie,
    PendingSignIns,
    RegistrationService,
    RemoveAuthenticatorAppHandler,
    RemovePasskeyHandler,
    ReportSignInHandler,
    SessionCookie,
    SessionsService,
    SignInAlerts,
    SignInService,
    VerifyEmailHandler,
    {
      provide: APP_GUARD,
      inject: [CONFIG],
      useFactory: (config: Config) => new InputGuard(config.inputLimits),
    },
    {
      provide: APP_GUARD,
      inject: [CONFIG],
      useFactory: (config: Config) => new OriginGuard(config.publicUrl),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: FactorGuard },
    { provide: APP_INTERCEPTOR, useClass: UserQuotaInterceptor },
  ],
  exports: [
    AccountFreezes,
    FactorAccess,
    KnownBrowsers,
    LoginThrottle,
    OtpsService,
    SessionsService,
    SignInAlerts,
  ],
})
export class AuthModule {}
