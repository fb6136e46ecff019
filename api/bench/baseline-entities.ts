import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/*
 * The tables of a bank as an object-relational mapper usually models them: an account with its balance, a transfer with
 * its recipient in one row, and the idempotency keys with their transfers.
 */

@Entity({ schema: 'baseline', name: 'account' })
export class BaselineAccount {
  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint')
  postedCents: number;

  @Column('bigint')
  heldCents: number;

  @Column('date', { nullable: true })
  outgoingDay: string | null;

  @Column('bigint')
  outgoingDayCents: number;
}

@Entity({ schema: 'baseline', name: 'transfer' })
@Index(['accountId', 'createdAt'])
export class BaselineTransfer {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  accountId: string;

  @Column('text')
  status: string;

  @Column('bigint')
  amountCents: number;

  @Column('bigint')
  feeCents: number;

  @Column('text')
  category: string;

  @Column('date')
  bankDay: string;

  @Column('text')
  description: string;

  @Column('text')
  recipientName: string;

  @Column('text')
  recipientAccount: string;

  @Column('text')
  recipientRouting: string;

  @Column('text')
  purpose: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

@Entity({ schema: 'baseline', name: 'idempotency_key' })
export class BaselineIdempotencyKey {
  @PrimaryColumn('text')
  key: string;

  @PrimaryColumn('text')
  actor: string;

  @Column('text')
  fingerprint: string;

  @Column('uuid')
  transferId: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
