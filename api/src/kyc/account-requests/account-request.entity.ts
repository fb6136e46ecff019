import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountRequestStatus, AccountType } from '@moniker/common/applications.js';

/** A customer's request for a checking account (ACC-3). Approval adds the account number (ACC-4). */
@Entity('account_request')
export class AccountRequestEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'account_type' })
  accountType: AccountType;

  @Column('text')
  status: AccountRequestStatus;

  @Column('text', { name: 'status_message', nullable: true })
  statusMessage: string | null;

  @Column('text', { name: 'admin_notes', nullable: true })
  adminNotes: string | null;

  @Column('text', { name: 'account_number', nullable: true })
  accountNumber: string | null;

  @Column('text', { name: 'routing_number', nullable: true })
  routingNumber: string | null;

  /** The salt for the digest of both numbers in the log (LED-8). Null until their first event. */
  @Column('text', { name: 'number_salt', nullable: true })
  numberSalt: string | null;

  @Column('timestamptz', { name: 'approved_at', nullable: true })
  approvedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Incremented by each change. */
  @Column('integer')
  revision: number;

  /** The admin who last changed the status. */
  @Column('uuid', { name: 'decided_by', nullable: true })
  decidedBy: string | null;

  /** When an admin last changed the status. */
  @Column('timestamptz', { name: 'decided_at', nullable: true })
  decidedAt: Date | null;
}
