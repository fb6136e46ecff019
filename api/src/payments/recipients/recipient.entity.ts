import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a customer changed about a recipient of their transfers (TRF-81). */
@Entity('recipient')
export class RecipientEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  account: string;

  @PrimaryColumn('text')
  routing: string;

  /** Null: use the name in the latest transfer. */
  @Column('text', { nullable: true })
  name: string | null;

  /**
   * The category of the transfers to this recipient, except those for which the customer chose one individually
   * (TRF-87). Null: use each transfer's category in the log.
   */
  @Column('text', { nullable: true })
  category: string | null;

  /**
   * When the customer removed the recipient. If the customer requests another transfer to the recipient later, the
   * recipient comes back once that transfer is completed.
   */
  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt: Date | null;
}
