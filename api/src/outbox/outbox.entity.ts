import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TemplateName } from './mail-templates.js';

/** A queued email. Its recipient and content are resolved when it is sent. */
@Entity('outbox')
export class OutboxEntity {
  @PrimaryColumn('uuid', { name: 'id' })
  id: string;

  @Column('text', { name: 'template' })
  template: TemplateName;

  /** Null if the email goes to a registration. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId: string | null;

  /** The registration whose address isn't verified yet, or null. */
  @Column('uuid', { name: 'registration_id', nullable: true })
  registrationId: string | null;

  /** Contains no personal data (MAIL-7). */
  @Column('jsonb', { name: 'params' })
  params: Readonly<Record<string, string>>;

  /** Encrypted; null if there is no secret, once the email has been sent, or once the user's data has been erased. */
  @Column('bytea', { name: 'secret_ciphertext', nullable: true })
  secretCiphertext: Buffer | null;

  /** The request that caused the email; null for emails from older versions. */
  @Column('text', { name: 'correlation_id', nullable: true })
  correlationId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The earliest time to send it; null for immediately. */
  @Column('timestamptz', { name: 'not_before', nullable: true })
  notBefore: Date | null;

  @Column('timestamptz', { name: 'enqueued_at', nullable: true })
  enqueuedAt: Date | null;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  /** The kind of the last failure, never the mail server's text, which may contain the address. */
  @Column('text', { name: 'failure', nullable: true })
  failure: string | null;

  /** Number of delivery attempts. */
  @Column('integer', { name: 'tries' })
  tries: number;
}
