import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to which position of the ledger a user has read their notifications. */
@Entity('notification_read')
export class NotificationReadEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('bigint', { name: 'up_to' })
  upTo: number;
}
