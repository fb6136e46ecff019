import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A customer's request for money. The transfer that pays it has the same id, so the ledger accepts only one such
 * transfer (TRF-112).
 */
@Entity('money_request')
export class MoneyRequestEntity {
  @PrimaryColumn('uuid', { name: 'id' })
  id: string;

  @Column('uuid', { name: 'asker_id' })
  askerId: string;

  /** The payer; null if anyone with the link can pay. */
  @Column('uuid', { name: 'payer_id', nullable: true })
  payerId: string | null;

  /** What the asker gets. */
  @Column('bigint', { name: 'amount_cents' })
  amountCents: number;

  @Column('text', { name: 'note' })
  note: string;

  @Column('text', { name: 'status' })
  status: 'open' | 'declined' | 'canceled';

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
