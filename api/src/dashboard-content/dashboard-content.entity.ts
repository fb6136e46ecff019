import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DashboardTexts } from './dashboard-texts.js';

/** What admins wrote for one customer's dashboard; what is missing is as everybody has it. */
@Entity('dashboard_content')
export class DashboardContentEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('jsonb')
  texts: Partial<DashboardTexts>;

  @Column('timestamptz', { name: 'changed_at' })
  changedAt: Date;
}
