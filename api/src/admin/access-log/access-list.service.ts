import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource } from 'typeorm';
import type { PersonDto } from '../event-history/event-history.dto.js';
import { deletedPerson, PeopleService, type Viewer } from '../event-history/people.service.js';
import { readPage, type KeysetList, type Sort } from '../../http/keyset.js';
import { showsCustomer, type AccessDetails, type AccessEntry } from '../../ledger/ledger.module.js';
import { Where } from '../../platform/database/where.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import type { AccessEntryDto, AccessEntryPageDto, AccessLogQuery } from './access-log.dto.js';

const LIST: KeysetList = {
  columns: `a.position, a.recorded_at as "recordedAt", a.actor, a.action, a.subject, a.count,
    a.correlation_id as "correlationId", a.details, a.hash`,
  tables: 'access_log a',
  id: { by: 'a.position', type: 'bigint' },
};
/** Times never go back, so this is the order of positions, and an index serves each filter in it. */
const NEWEST: Sort = { by: 'a.recorded_at', type: 'timestamptz', isDescending: true };

const USER = 'user:';

/** The access log for admins, newest first (LOG-8). */
@Injectable()
export class AccessList {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: PeopleService,
    private readonly days: BankDays,
  ) {}

  async page(query: AccessLogQuery, viewer: Viewer): Promise<AccessEntryPageDto> {
    const { cursor, limit } = query;
    const where = this.whereOf(query);
    const page = await readPage<AccessEntry>(this.dataSource, LIST, where, { sort: NEWEST, cursor, limit });
    const ids = page.items.flatMap((entry) => [actorIdOf(entry), entry.subject]).filter((id) => id !== null);
    const people = await this.people.findByIds(ids, viewer);
    return { ...page, items: page.items.map((entry) => mapEntry(entry, people)) };
  }

  private whereOf({ actor, customer, action, from, to }: AccessLogQuery): Where {
    const period = this.days.range(from, to);
    const id = customer?.toLowerCase();
    return (id === undefined ? new Where() : new Where().and(showsCustomer('?'), id, id))
      .andIf('a.actor = ?', actor && `${USER}${actor.toLowerCase()}`)
      .andIf('a.action = ?', action)
      .andIf('a.recorded_at >= ?', period.from ?? undefined)
      .andIf('a.recorded_at <= ?', period.to ?? undefined);
  }
}

function actorIdOf({ actor }: AccessEntry): string | null {
  const id = actor.startsWith(USER) ? actor.slice(USER.length) : '';
  return isUUID(id) ? id : null;
}

function mapEntry(entry: AccessEntry, people: ReadonlyMap<string, PersonDto>): AccessEntryDto {
  const { position, recordedAt, action, subject, count, correlationId, hash } = entry;
  const personOf = (id: string | null): PersonDto | null =>
    id === null ? null : (people.get(id) ?? deletedPerson(id));
  const { object = null, filters = [], hour = null } = detailsOf(entry);
  return {
    ...{ position, action, count, correlationId, object, filters: [...filters], hour },
    recordedAt: recordedAt.toISOString(),
    actor: personOf(actorIdOf(entry)),
    customer: personOf(subject),
    hash: hash.toString('hex'),
  };
}

function detailsOf({ details }: AccessEntry): AccessDetails {
  return JSON.parse(details) as AccessDetails;
}
