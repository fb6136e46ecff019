import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DashboardTexts } from '@moniker/common/dashboard-texts.js';

/** The dashboard texts that admins changed for one customer. Missing texts have their defaults. */
@Entity('dashboard_content')
export class DashboardContentEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('jsonb')
  texts: Partial<DashboardTexts>;

  /** The salt of the digest in the last `DashboardTextsChanged` event; null if the texts are older than such events. */
  @Column('text', { nullable: true })
  salt: string | null;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
