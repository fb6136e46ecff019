import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../ledger/log/event-log.port.js';
import { indexRowOf, userIdOfActor, type EventIndexRow } from '../ledger/projections/event-index-row.js';
import type { ActorDto, EventDto, PersonDto } from './event-history.dto.js';
import { deletedPerson, PeopleService } from './people.service.js';
import { describeEventForAdmins } from './describe-event-for-admins.js';

type Names = ReadonlyMap<string, PersonDto>;

/** Converts events to DTOs with a description and the names of the people involved (HIST-2). */
@Injectable()
export class EventViewsService {
  constructor(private readonly people: PeopleService) {}

  async toDtos(events: readonly RecordedEvent[]): Promise<EventDto[]> {
    const rows = events.map(indexRowOf);
    const names = await this.people.findByIds(rows.flatMap(personIdsIn));
    return events.map((event) => toEventDto(event, names));
  }
}

function personIdsIn({ customerId, actor }: EventIndexRow): string[] {
  return [customerId, userIdOfActor(actor)].filter((id) => id !== null);
}

function toEventDto(event: RecordedEvent, names: Names): EventDto {
  const { customerId, transactionId, ...row } = indexRowOf(event);
  const customer = customerId === null ? null : personOrDeleted(customerId, names);
  return {
    position: event.position,
    recordedAt: event.recordedAt.toISOString(),
    type: event.type,
    text: describeEventForAdmins(event, customerLabel(customer)),
    actor: toActorDto(row, names),
    customer,
    transactionId,
  };
}

function customerLabel(customer: PersonDto | null): string {
  if (customer === null) return 'a customer';
  return customer.email === null ? 'a deleted user' : customer.name;
}

function toActorDto(
  { actor, actorRole }: Pick<EventIndexRow, 'actor' | 'actorRole'>,
  names: Names,
): ActorDto {
  const userId = userIdOfActor(actor);
  return {
    role: actorRole,
    recorded: actor,
    person: userId === null ? null : personOrDeleted(userId, names),
  };
}

function personOrDeleted(id: string, names: Names): PersonDto {
  return names.get(id) ?? deletedPerson(id);
}
