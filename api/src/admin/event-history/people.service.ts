import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { Where } from '../../platform/database/where.js';
import { USER_SEARCH_SQL, userPattern } from '../../identity/users/user-summary.dto.js';
import { DELETED_NAME, type PersonDto } from './event-history.dto.js';

const MAX_FOUND = 10;

const SELECT_PEOPLE = `
  select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.is_admin as "isAdmin" from app_user u`;

/** Looks up the names of the people in events. Names are only displayed, never stored with events. */
@Injectable()
export class PeopleService {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns people by id. Deleted users are not included. */
  async findByIds(ids: Iterable<string>): Promise<Map<string, PersonDto>> {
    const uniqueIds = [...new Set(ids)];
    if (uniqueIds.length === 0) return new Map();
    const rows = await this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} where u.deleted_at is null and u.id = any($1::uuid[])`,
      [uniqueIds],
    );
    return new Map(rows.map((person) => [person.id, person]));
  }

  /** Finds people by part of a name, email address, moniker or phone number. A whole id also finds a deleted user. */
  async search(text: string): Promise<PersonDto[]> {
    if (isUUID(text)) {
      const id = text.toLowerCase();
      return [(await this.findByIds([id])).get(id) ?? deletedPerson(id)];
    }
    const pattern = userPattern(text);
    const where = new Where().and('u.deleted_at is null').and(USER_SEARCH_SQL, pattern, pattern);
    return this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} ${where.sql} order by u.first_name, u.last_name, u.id limit ${where.param(MAX_FOUND)}`,
      where.values,
    );
  }
}

/** Returns the entry for a deleted user. */
export function deletedPerson(id: string): PersonDto {
  return { id, name: DELETED_NAME, email: null, isAdmin: false };
}
