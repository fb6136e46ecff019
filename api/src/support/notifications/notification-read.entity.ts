import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The log position up to which a user has read their notifications (NTF-3). */
@Entity('notification_read')
export class NotificationReadEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint', { name: 'up_to' })
  upTo: number;
}
