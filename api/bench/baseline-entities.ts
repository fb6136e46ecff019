import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/*
 * A bank's tables as they are usually written with an object-relational mapper: the account has its balance, a
 * transfer is one row with its recipient in it, and the answer to an idempotency key is kept.
 */

@Entity({ schema: 'ordinary', name: 'account' })
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

@Entity({ schema: 'ordinary', name: 'transfer' })
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

@Entity({ schema: 'ordinary', name: 'idempotency_key' })
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
