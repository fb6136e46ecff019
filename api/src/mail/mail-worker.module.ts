import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailFromLedger } from './mail-from-ledger.js';
import { MailModule } from './mail.module.js';
import { MailProcessor } from './mail.processor.js';
import { MatterReader } from './matter-reader.js';
import { OutboxRelay } from './outbox-relay.js';

export { MailFromLedger, MailProcessor, OutboxRelay };

/** What the worker runs of mail. The API sends none but the admins' test mails. */
@Module({
  imports: [PlatformModule, UsersModule, MailModule],
  providers: [MatterReader, MailProcessor, OutboxRelay, MailFromLedger],
})
export class MailWorkerModule {}
