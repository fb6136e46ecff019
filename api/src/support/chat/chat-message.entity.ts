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

  /** Of the digest in the event of a reply; null for messages of customers, and for replies from before they were events. */
  @Column('text', { nullable: true })
  salt: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When support first saw a customer's message; null until then. */
  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;
}
