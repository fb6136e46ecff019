import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AccountStatus } from '../domain/accounts.js';

/** Read model of account balances. Written only by the ledger's projection. */
@Entity('ledger_account')
export class LedgerAccountEntity {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;

  @Column('text', { name: 'status' })
  status: AccountStatus;

  @Column('bigint', { name: 'posted_cents' })
  postedCents: number;

  @Column('bigint', { name: 'held_cents' })
  heldCents: number;

  @Column('bigint', { name: 'version' })
  version: number;

  @Column('date', { name: 'outgoing_day', nullable: true })
  outgoingDay: string | null;

  @Column('bigint', { name: 'outgoing_day_cents' })
  outgoingDayCents: number;
}
