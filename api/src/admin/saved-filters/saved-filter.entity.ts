import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Filters of an admin list, saved by one admin under a name. */
@Entity('saved_filter')
export class SavedFilterEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  list: string;

  @Column('text')
  name: string;

  /** The values, by filter name. */
  @Column('jsonb')
  filters: Readonly<Record<string, string>>;
}
