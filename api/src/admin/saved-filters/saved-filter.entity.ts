import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The filters of an admin list, under the name that one admin gave them. */
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

  /** The values by the names of the filters. */
  @Column('jsonb')
  filters: Readonly<Record<string, string>>;
}
