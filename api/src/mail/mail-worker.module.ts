import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailModule } from './mail.module.js';
import { MailProcessor } from './mail.processor.js';
import { Mailer } from './mailer.js';
import { OutboxRelay } from './outbox-relay.js';

export { MailProcessor, OutboxRelay };

/** What the worker runs of mail. The API has no part in sending. */
@Module({
  imports: [PlatformModule, UsersModule, MailModule],
  providers: [Mailer, MailProcessor, OutboxRelay],
})
export class MailWorkerModule {}
