import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One message between a customer and support; ids are time-ordered, so they order a conversation too. */
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When the other side first saw it. */
  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;
}
