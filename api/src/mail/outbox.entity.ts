import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TemplateName } from './templates.js';

/** A mail on its way. Who it goes to and what it says are put together only when it is sent. */
@Entity('outbox')
export class OutboxEntity {
  @PrimaryColumn('uuid', { name: 'id' })
  id: string;

  @Column('text', { name: 'template' })
  template: TemplateName;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** Nothing personal. */
  @Column('jsonb', { name: 'params' })
  params: Readonly<Record<string, string>>;

  /** Encrypted; null where there is none, and from the sending on. */
  @Column('bytea', { name: 'secret_ciphertext', nullable: true })
  secretCiphertext: Buffer | null;

  /** The request that it is due to; null for those of older versions. */
  @Column('text', { name: 'correlation_id', nullable: true })
  correlationId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'enqueued_at', nullable: true })
  enqueuedAt: Date | null;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  /** What kind of failure; never the words of the mail server, which may contain the address. */
  @Column('text', { name: 'failure', nullable: true })
  failure: string | null;

  /** How often the mail server was asked to take it. */
  @Column('integer', { name: 'tries' })
  tries: number;
}
