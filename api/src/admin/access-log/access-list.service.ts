import { Injectable } from '@nestjs/common';
import type { PersonDto } from '../event-history/event-history.dto.js';
import { deletedPerson, PeopleService, type Viewer } from '../event-history/people.service.js';
import { Lists } from '../../http/lists.service.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { ACCESS_LOG, type AccessEntryPageDto, type AccessLogQuery } from './access-log.list.js';

/** The access log for admins, with people's current names (LOG-8). */
@Injectable()
export class AccessList {
  constructor(
    private readonly lists: Lists,
    private readonly people: PeopleService,
    private readonly days: BankDays,
  ) {}

  async page(query: AccessLogQuery, viewer: Viewer): Promise<AccessEntryPageDto> {
    const { from, to, ...filter } = query;
    const page = await this.lists.page(ACCESS_LOG, { ...filter, ...this.days.range(from, to) });
    const ids = page.items.flatMap(({ actorId, customerId }) => [actorId, customerId]);
    const people = await this.people.findByIds(
      ids.filter((id) => id !== null),
      viewer,
    );
    const personOf = (id: string | null): PersonDto | null =>
      id === null ? null : (people.get(id) ?? deletedPerson(id));
    const items = page.items.map((entry) => ({
      ...entry,
      actor: personOf(entry.actorId),
      customer: personOf(entry.customerId),
    }));
    return { ...page, items };
  }
}
