import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailHealth } from './mail-health.service.js';
import { MailService } from '../../outbox/outbox.service.js';
import { Mailer } from './mailer.js';
import { OutboxEntity } from '../../outbox/outbox.entity.js';
import { TestMail } from './test-mail.service.js';

/** The mail services of the API: queueing mail and reporting the state of the outbox. */
@Module({
  imports: [TypeOrmModule.forFeature([OutboxEntity])],
  providers: [MailHealth, MailService, Mailer, TestMail],
  exports: [MailHealth, MailService, Mailer, TestMail, TypeOrmModule],
})
export class MailModule {}
