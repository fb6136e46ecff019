import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a user has read their notifications (NTF-3). */
@Entity('notification_read')
export class NotificationReadEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** The log position up to which notifications have been read. */
  @Column('bigint', { name: 'up_to' })
  upTo: number;

  /** The time up to which requests for money have been read (NTF-4). */
  @Column('timestamptz', { name: 'requests_read_at', nullable: true })
  requestsReadAt: Date | null;
}
