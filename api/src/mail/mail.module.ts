import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailService } from './mail.service.js';
import { OutboxEntity } from './outbox.entity.js';

/** What the API needs of mail: putting it into the outbox. */
@Module({
  imports: [TypeOrmModule.forFeature([OutboxEntity])],
  providers: [MailService],
  exports: [MailService, TypeOrmModule],
})
export class MailModule {}
