import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import { isPermitted } from '../../http/permissions.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { Where } from '../../platform/database/where.js';
import { USER_SEARCH_SQL, userPatterns } from '../../identity/users/user-summary.dto.js';
import { DELETED_NAME, type PersonDto } from './event-history.dto.js';

const MAX_FOUND = 10;

const SELECT_PEOPLE = `
  select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.is_admin as "isAdmin" from app_user u`;

/** The admin who will see the people. */
export type Viewer = Pick<AuthenticatedUser, 'role'>;

/** How many characters of an id to show: the last ones, because ids created at about the same time start alike. */
const ID_LENGTH_SHOWN = 6;

/**
 * Looks up the names of people in events. Names are only displayed, never stored with events. Admins without
 * permission to read customers' data see only ids (HIST-20).
 */
@Injectable()
export class PeopleService {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns people by id. Deleted users are not included. */
  async findByIds(ids: Iterable<string>, viewer: Viewer): Promise<Map<string, PersonDto>> {
    const uniqueIds = [...new Set(ids)];
    if (uniqueIds.length === 0) return new Map();
    const rows = await this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} where u.deleted_at is null and u.id = any($1::uuid[])`,
      [uniqueIds],
    );
    const shown = mayReadNames(viewer) ? rows : rows.map(withoutName);
    return new Map(shown.map((person) => [person.id, person]));
  }

  /**
   * Finds people by part of a name, email address, moniker, phone number or account number, or finds one user by
   * complete id, even a deleted one. Admins without permission to read customers' data can search only by id, because
   * any other match would reveal such data.
   */
  async search(text: string, viewer: Viewer): Promise<PersonDto[]> {
    if (isUUID(text)) {
      const id = text.toLowerCase();
      return [(await this.findByIds([id], viewer)).get(id) ?? deletedPerson(id)];
    }
    if (!mayReadNames(viewer)) return [];
    const where = new Where().and('u.deleted_at is null').and(USER_SEARCH_SQL, ...userPatterns(text));
    return this.dataSource.query<PersonDto[]>(
      `${SELECT_PEOPLE} ${where.sql} order by u.first_name, u.last_name, u.id limit ${where.param(MAX_FOUND)}`,
      where.values,
    );
  }
}

const mayReadNames = ({ role }: Viewer): boolean => isPermitted(role, 'customers:read');

function withoutName({ id, isAdmin }: PersonDto): PersonDto {
  const name = `${isAdmin ? 'Admin' : 'Customer'} ${id.slice(-ID_LENGTH_SHOWN)}`;
  return { id, name, email: null, isAdmin };
}

/** Returns the placeholder for a deleted user. */
export function deletedPerson(id: string): PersonDto {
  return { id, name: DELETED_NAME, email: null, isAdmin: false };
}
