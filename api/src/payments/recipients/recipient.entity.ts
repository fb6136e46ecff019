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

  /** Null: the name in the latest transfer. */
  @Column('text', { nullable: true })
  name: string | null;

  /** Of all transfers to it that have no category of their own (TRF-87). Null: those of the log. */
  @Column('text', { nullable: true })
  category: string | null;

  /** Transfers that are requested later and complete make it a recipient again. */
  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt: Date | null;
}
