import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { PersonDto } from '../event-history/event-history.dto.js';
import { deletedPerson, PeopleService, type Viewer } from '../event-history/people.service.js';
import { byTime, type List } from '../../http/list.js';
import { Lists } from '../../http/lists.service.js';
import { showsCustomer, type AccessDetails } from '../../ledger/ledger.module.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import {
  ACCESS_COLUMNS,
  type AccessEntryDto,
  type AccessEntryPageDto,
  type AccessLogQuery,
  type AccessRow,
} from './access-log.dto.js';

/** The filters of a request, with its days as times. */
type AccessFilter = Omit<AccessLogQuery, 'from' | 'to'> & {
  readonly from: Date | null;
  readonly to: Date | null;
};

const USER = 'user:';

const LIST: List<AccessRow, AccessFilter> = {
  columns: ACCESS_COLUMNS,
  tables: 'access_log a',
  id: { by: 'a.position', type: 'bigint' },
  // Times never go back, so this is the order of positions, and an index serves each filter in it.
  sorts: byTime('a.recorded_at'),
  filters: {
    actor: (where, id) => where.and('a.actor = ?', `${USER}${id.toLowerCase()}`),
    customer: (where, id) => where.and(showsCustomer('?'), id.toLowerCase(), id.toLowerCase()),
    action: 'a.action = ?',
    from: 'a.recorded_at >= ?',
    to: 'a.recorded_at <= ?',
  },
};

/** The access log for admins, newest first (LOG-8). */
@Injectable()
export class AccessList {
  constructor(
    private readonly lists: Lists,
    private readonly people: PeopleService,
    private readonly days: BankDays,
  ) {}

  async page(query: AccessLogQuery, viewer: Viewer): Promise<AccessEntryPageDto> {
    const { from, to, ...filter } = query;
    const page = await this.lists.page(LIST, { ...filter, ...this.days.range(from, to) });
    const ids = page.items.flatMap((entry) => [actorIdOf(entry), entry.subject]).filter((id) => id !== null);
    const people = await this.people.findByIds(ids, viewer);
    return { ...page, items: page.items.map((entry) => mapEntry(entry, people)) };
  }
}

function actorIdOf({ actor }: AccessRow): string | null {
  const id = actor.startsWith(USER) ? actor.slice(USER.length) : '';
  return isUUID(id) ? id : null;
}

function mapEntry(entry: AccessRow, people: ReadonlyMap<string, PersonDto>): AccessEntryDto {
  const personOf = (id: string | null): PersonDto | null =>
    id === null ? null : (people.get(id) ?? deletedPerson(id));
  const { object = null, filters = [], hour } = detailsOf(entry);
  return {
    ...entry,
    object,
    filters: [...filters],
    hour: hour === undefined ? null : new Date(hour),
    actor: personOf(actorIdOf(entry)),
    customer: personOf(entry.subject),
    hash: entry.hash.toString('hex'),
  };
}

function detailsOf({ details }: AccessRow): AccessDetails {
  return JSON.parse(details) as AccessDetails;
}
