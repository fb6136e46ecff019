import { Injectable } from '@nestjs/common';
import { describeForAdmins } from '../../events/describe-events.js';
import type { LoggedEvent } from '../../ledger/queries/ledger-events.service.js';
import { DELETED_NAME, type ActorDto, type EventDto, type PersonDto } from './event-history.dto.js';
import { deletedPerson, PeopleService, type Viewer } from './people.service.js';

type Names = ReadonlyMap<string, PersonDto>;

/** Converts events to DTOs with a description and the names of the people involved (HIST-2). */
@Injectable()
export class EventViewsService {
  constructor(private readonly people: PeopleService) {}

  async toDtos(events: readonly LoggedEvent[], viewer: Viewer): Promise<EventDto[]> {
    const names = await this.people.findByIds(events.flatMap(personIdsIn), viewer);
    return events.map((event) => toEventDto(event, names));
  }
}

function personIdsIn({ customerId, actorId }: LoggedEvent): string[] {
  return [customerId, actorId].filter((id) => id !== null);
}

function toEventDto(logged: LoggedEvent, names: Names): EventDto {
  const { event, customerId, position, recordedAt, type, transactionId } = logged;
  const customer = customerId === null ? null : personOrDeleted(customerId, names);
  return {
    ...{ position, recordedAt, type, transactionId },
    text: describeForAdmins(event, customerLabel(customer)),
    actor: toActorDto(logged, names),
    customer,
  };
}

function customerLabel(customer: PersonDto | null): string {
  if (customer === null) return 'a customer';
  return customer.name === DELETED_NAME ? 'a since-deleted user' : customer.name;
}

/** An admin who proposes a new policy is the event's customer too, but acts as an admin. */
function toActorDto({ type, actor, actorId, actorRole }: LoggedEvent, names: Names): ActorDto {
  return {
    role: actorRole === 'customer' && type.startsWith('Proposal') ? 'admin' : actorRole,
    recorded: actor,
    person: actorId === null ? null : personOrDeleted(actorId, names),
  };
}

function personOrDeleted(id: string, names: Names): PersonDto {
  return names.get(id) ?? deletedPerson(id);
}
