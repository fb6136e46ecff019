import { Module } from '@nestjs/common';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountFreezes } from './account-freezes.service.js';
import { BrowserCookie } from './browser-cookie.service.js';
import { KnownBrowsers } from './known-browsers.service.js';
import { PendingSignIns } from './pending-sign-ins.service.js';
import { SessionCookie } from './session-cookie.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';

/** Sessions, pending sign-ins, known browsers, and freezes, which end sessions. */
@Module({
  imports: [OutboxModule, UsersModule],
  controllers: [SessionsController],
  providers: [AccountFreezes, BrowserCookie, KnownBrowsers, PendingSignIns, SessionCookie, SessionsService],
  exports: [AccountFreezes, BrowserCookie, KnownBrowsers, PendingSignIns, SessionCookie, SessionsService],
})
export class SessionsModule {}
