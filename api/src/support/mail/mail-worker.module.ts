import { Module } from '@nestjs/common';
import { LedgerReadModule } from '../../ledger/ledger.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { LedgerMailFollower } from './ledger-mail-follower.js';
import { MailModule } from './mail.module.js';
import { MailProcessor } from './mail.processor.js';
import { TemplateContextReader } from './template-context-reader.js';
import { OutboxRelay } from './outbox-relay.js';

export { LedgerMailFollower, MailProcessor, OutboxRelay };

/** The mail services of the worker. The API itself sends only test mails. */
@Module({
  imports: [LedgerReadModule, UsersModule, MailModule],
  providers: [TemplateContextReader, MailProcessor, OutboxRelay, LedgerMailFollower],
})
export class MailWorkerModule {}
