import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboxEntity } from './outbox.entity.js';
import { Outbox } from './outbox.service.js';

/** Queues mail. Any feature may use it; `support/mail/` sends what is queued. */
@Module({
  imports: [TypeOrmModule.forFeature([OutboxEntity])],
  providers: [Outbox],
  exports: [Outbox, TypeOrmModule],
})
export class OutboxModule {}
