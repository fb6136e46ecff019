import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `issued`: an upload link exists.
 * - `stored`: the file has arrived and belongs to no record yet.
 * - `attached`: a record refers to it.
 * - `discarded`: nobody can read it any more, and it waits to be collected.
 */
export type StoredObjectStatus = 'issued' | 'stored' | 'attached' | 'discarded';

/** An uploaded file. Its content is in the object store under the same id. */
@Entity('stored_object')
export class StoredObjectEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  status: StoredObjectStatus;

  /** Detected type. Null until the file has arrived, as are the next two columns. */
  @Column('text', { name: 'content_type', nullable: true })
  contentType: string | null;

  @Column('integer', { nullable: true })
  bytes: number | null;

  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  /** Expiry of the upload link. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When the link was used. It can be used once. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
