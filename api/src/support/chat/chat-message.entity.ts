import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A message between a customer and support. Ids are time-ordered, so a conversation is sorted by id. */
@Entity('chat_message')
export class ChatMessageEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('boolean', { name: 'is_from_user' })
  isFromUser: boolean;

  @Column('text')
  message: string;

  /**
   * The salt of the digest in a reply's event; null for customers' messages, and for replies sent before such events
   * were introduced.
   */
  @Column('text', { nullable: true })
  salt: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When support first saw a customer's message; null until then. */
  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;
}
