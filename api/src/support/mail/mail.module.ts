import { Module } from '@nestjs/common';
import { AttemptsModule } from '../../identity/attempts/attempts.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { AdminMailController } from './admin-mail.controller.js';
import { MailHealth } from './mail-health.service.js';
import { Mailer } from './mailer.js';
import { TestMail } from './test-mail.service.js';

/** Mail in the admin panel: the outbox's state, and test emails, which bypass the outbox. */
@Module({
  imports: [AttemptsModule, OutboxModule],
  controllers: [AdminMailController],
  providers: [MailHealth, Mailer, TestMail],
})
export class MailModule {}
