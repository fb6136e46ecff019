import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The category that a customer chose for a transaction (TRF-87). */
@Entity('transaction_category')
export class TransactionCategoryEntity {
  @PrimaryColumn('uuid', { name: 'transaction_id' })
  transactionId: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  category: string;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
