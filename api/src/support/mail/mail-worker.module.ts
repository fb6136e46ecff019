import { Module } from '@nestjs/common';
import { UsersModule } from '../../identity/users/users.module.js';
import { LedgerReadModule } from '../../ledger/ledger.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { LedgerMailFollower } from './ledger-mail-follower.js';
import { MailProcessor } from './mail.processor.js';
import { Mailer } from './mailer.js';
import { OutboxRelay } from './outbox-relay.js';
import { TemplateContextReader } from './template-context-reader.js';

export { LedgerMailFollower, MailProcessor, OutboxRelay };

/** The worker's mail services. The API itself sends only test emails. */
@Module({
  imports: [LedgerReadModule, OutboxModule, UsersModule],
  providers: [Mailer, TemplateContextReader, MailProcessor, OutboxRelay, LedgerMailFollower],
})
export class MailWorkerModule {}
