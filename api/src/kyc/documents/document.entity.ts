import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `issued`: an upload link exists.
 * - `stored`: the file has arrived and belongs to no record yet.
 * - `attached`: a record refers to it.
 * - `discarded`: nobody can read the file anymore; it will be deleted.
 */
export type DocumentStatus = 'issued' | 'stored' | 'attached' | 'discarded';

/**
 * A document. The object store has its original under the same id, together with its page pictures (`DocumentFiles`).
 * A complete document without page digests was stored before page pictures existed: the store has one unsealed file,
 * which is served unchanged.
 */
@Entity('stored_object')
export class DocumentEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  status: DocumentStatus;

  /**
   * Type of the first page picture, or of the only file of a document stored before page pictures existed. Null until
   * the document is complete.
   */
  @Column('text', { name: 'content_type', nullable: true })
  contentType: string | null;

  /** Size of the file that the customer sent. Counts toward the quota as soon as the file starts to arrive (FILE-7). */
  @Column('integer', { nullable: true })
  bytes: number | null;

  /**
   * Covers the original and all pages (`documentDigestOf`), or only the file of a document stored before page pictures
   * existed. Null until the document is complete.
   */
  @Column('bytea', { nullable: true })
  sha256: Buffer | null;

  @Column('text', { name: 'original_type', nullable: true })
  originalType: string | null;

  @Column('bytea', { name: 'original_sha256', nullable: true })
  originalSha256: Buffer | null;

  /**
   * Digests of the page pictures, in order. Empty until the document is complete, or if it was stored before page
   * pictures existed.
   */
  @Column('bytea', { name: 'page_sha256', array: true, default: [] })
  pageSha256: Buffer[];

  /** Id of the key that seals the files. */
  @Column('bytea', { name: 'sealed_with', nullable: true })
  sealedWith: Buffer | null;

  /** Expiry of the upload link. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** When the link was used. A link works once. */
  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
