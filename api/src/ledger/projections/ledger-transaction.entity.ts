import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TransactionCategory, TransactionKind, TransactionStatus } from '../domain/transactions.js';

/** Read model of transactions in their current state. Written only by the ledger's projection. */
@Entity('ledger_transaction')
export class LedgerTransactionEntity {
  @PrimaryColumn('uuid', { name: 'transaction_id' })
  transactionId: string;

  @Column('uuid', { name: 'account_id' })
  accountId: string;

  @Column('text', { name: 'kind' })
  kind: TransactionKind;

  @Column('text', { name: 'status' })
  status: TransactionStatus;

  @Column('bigint', { name: 'amount_cents' })
  amountCents: number;

  @Column('bigint', { name: 'fee_cents' })
  feeCents: number;

  @Column('text', { name: 'category', nullable: true })
  category: TransactionCategory | null;

  @Column('date', { name: 'bank_day', nullable: true })
  bankDay: string | null;

  @Column('integer', { name: 'revision' })
  revision: number;

  @Column('bigint', { name: 'created_position' })
  createdPosition: number;

  @Column('bigint', { name: 'changed_position' })
  changedPosition: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;

  @Column('timestamptz', { name: 'visible_at', nullable: true })
  visibleAt: Date | null;

  @Column('timestamptz', { name: 'shown_at', nullable: true })
  shownAt: Date | null;
}
