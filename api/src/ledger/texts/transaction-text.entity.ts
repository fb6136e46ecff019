import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The erasable texts of a transaction (see `TransactionTexts`). The ledger writer stores them together with the event.
 */
@Entity('ledger_transaction_text')
export class TransactionTextEntity {
  @PrimaryColumn('uuid', { name: 'transaction_id' })
  transactionId: string;

  @Column('text', { name: 'salt' })
  salt: string;

  @Column('text', { name: 'description' })
  description: string;

  @Column('text', { name: 'recipient_name', nullable: true })
  recipientName: string | null;

  @Column('text', { name: 'recipient_account', nullable: true })
  recipientAccount: string | null;

  @Column('text', { name: 'recipient_routing', nullable: true })
  recipientRouting: string | null;

  @Column('text', { name: 'purpose', nullable: true })
  purpose: string | null;

  @Column('text', { name: 'payment_for', nullable: true })
  paymentFor: string | null;

  @Column('text', { name: 'from_account', nullable: true })
  fromAccount: string | null;

  @Column('text', { name: 'from_routing', nullable: true })
  fromRouting: string | null;

  @Column('text', { name: 'to_account', nullable: true })
  toAccount: string | null;

  @Column('text', { name: 'to_routing', nullable: true })
  toRouting: string | null;

  @Column('text', { name: 'reason', nullable: true })
  reason: string | null;

  @Column('text', { name: 'admin_notes', nullable: true })
  adminNotes: string | null;

  @Column('text', { name: 'notes_salt', nullable: true })
  notesSalt: string | null;
}
