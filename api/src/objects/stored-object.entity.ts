import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * `issued`: there is a link to upload it. `stored`: it is here and belongs to nothing yet. `attached`: a record
 * refers to it. `discarded`: nobody sees it any more, and it waits to be collected.
 */
export type StoredObjectStatus = 'issued' | 'stored' | 'attached' | 'discarded';

/** A file that somebody uploaded. What it holds is in the object store, under the same id. */
@Entity('stored_object')
export class StoredObjectEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  status: StoredObjectStatus;

  /** As the content says; null until there is any, like the two below. */
  @Column('text', { name: 'content_type', nullable: true })
  contentType: string | null;

  @Column('integer', { nullable: true })
  bytes: number | null;

  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  /** Until when it may be uploaded. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When the link was used, which it can be once. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
