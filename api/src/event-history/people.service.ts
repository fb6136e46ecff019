import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { likePattern, Where } from '../platform/database/where.js';
import { USER_SEARCH_SQL } from '../users/user-summary.dto.js';
import { DELETED_NAME, type PersonDto } from './event-history.dto.js';

const MAX_FOUND = 10;

const SELECT_PEOPLE = `
  select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.is_admin as "isAdmin" from app_user u`;

/** The names behind the ids of events: looked up for display and never kept. */
@Injectable()
export class PeopleService {
  constructor(private readonly dataSource: DataSource) {}

  /** The people of these ids; who was deleted is not among them. */
  async findByIds(ids: Iterable<string>): Promise<Map<string, PersonDto>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} where u.deleted_at is null and u.id = any($1::uuid[])`,
      [wanted],
    );
    return new Map(found.map((person) => [person.id, person]));
  }

  /** People by part of their name, address, moniker or number; a whole id finds also who was deleted. */
  async search(text: string): Promise<PersonDto[]> {
    if (isUUID(text)) {
      const id = text.toLowerCase();
      return [(await this.findByIds([id])).get(id) ?? deletedPerson(id)];
    }
    const pattern = likePattern(text);
    const where = new Where().and('u.deleted_at is null').and(USER_SEARCH_SQL, pattern, pattern);
    return this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} ${where.sql} order by u.first_name, u.last_name, u.id limit ${where.param(MAX_FOUND)}`,
      where.values,
    );
  }
}

/** What is left to say of somebody who was deleted. */
export function deletedPerson(id: string): PersonDto {
  return { id, name: DELETED_NAME, email: null, isAdmin: false };
}
