import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an admin proposes and a second admin approves. How it was decided is in the log (`proposal:<id>`). */
@Entity('approval_proposal')
export class ProposalEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  action: string;

  @Column('text', { name: 'subject_id' })
  subjectId: string;

  /** The customer it concerns; for a policy change, the admin who proposed it. */
  @Column('uuid', { name: 'customer_id' })
  customerId: string;

  @Column('bigint', { name: 'amount_cents' })
  amountCents: string;

  /**
   * What is proposed, as JSON (`ProposalPayload`). It may contain personal data, so it is erased when the proposal is
   * closed.
   */
  @Column('text', { nullable: true })
  payload: string | null;

  @Column('text')
  digest: string;

  @Column('uuid', { name: 'proposed_by' })
  proposedBy: string;

  @Column('text', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  @Column('timestamptz', { name: 'proposed_at' })
  proposedAt: Date;

  /** Set when the row is closed. Even while it is null, the log may already contain a decision. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
