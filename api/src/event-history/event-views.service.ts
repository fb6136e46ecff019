import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { indexRowOf, userIdOfActor, type EventIndexRow } from '../ledger/search/event-index-row.js';
import type { ActorDto, EventDto, PersonDto } from './event-history.dto.js';
import { deletedPerson, PeopleService } from './people.service.js';
import { tellToAdmins } from './tell-to-admins.js';

type Names = ReadonlyMap<string, PersonDto>;

/** Events as admins see them, with the names of whoever is in them. */
@Injectable()
export class EventViews {
  constructor(private readonly people: PeopleService) {}

  async of(events: readonly RecordedEvent[]): Promise<EventDto[]> {
    const rows = events.map(indexRowOf);
    const names = await this.people.named(rows.flatMap(peopleIn));
    return events.map((event) => viewOf(event, names));
  }
}

function peopleIn({ customerId, actor }: EventIndexRow): string[] {
  return [customerId, userIdOfActor(actor)].filter((id) => id !== null);
}

function viewOf(event: RecordedEvent, names: Names): EventDto {
  const { customerId, transactionId, ...row } = indexRowOf(event);
  const customer = customerId === null ? null : personOf(customerId, names);
  return {
    position: event.position,
    recordedAt: event.recordedAt.toISOString(),
    type: event.type,
    text: tellToAdmins(event, calledIn(customer)),
    actor: actorOf(row, names),
    customer,
    transactionId,
  };
}

function calledIn(customer: PersonDto | null): string {
  if (customer === null) return 'a customer';
  return customer.email === null ? 'a deleted user' : customer.name;
}

function actorOf({ actor, actorRole }: Pick<EventIndexRow, 'actor' | 'actorRole'>, names: Names): ActorDto {
  const userId = userIdOfActor(actor);
  return { role: actorRole, recorded: actor, person: userId === null ? null : personOf(userId, names) };
}

function personOf(id: string, names: Names): PersonDto {
  return names.get(id) ?? deletedPerson(id);
}
