import { Injectable } from '@nestjs/common';
import { describeForAdmins } from '../../events/describe-events.js';
import { MAX_EVENTS_OF_PROPOSAL } from '../../ledger/approvals/ledger-approvals.service.js';
import type { PayloadOf } from '../../ledger/domain/events.js';
import { LedgerEvents, type LoggedEvent } from '../../ledger/queries/ledger-events.service.js';
import { DELETED_NAME, type ActorDto, type EventDto, type PersonDto } from './event-history.dto.js';
import { deletedPerson, PeopleService, type Viewer } from './people.service.js';

type Names = ReadonlyMap<string, PersonDto>;
type Proposals = ReadonlyMap<string, PayloadOf<'ProposalMade'>>;

/** Converts events to DTOs with a description and the names of the people involved (HIST-2). */
@Injectable()
export class EventViewsService {
  constructor(
    private readonly people: PeopleService,
    private readonly events: LedgerEvents,
  ) {}

  async toDtos(events: readonly LoggedEvent[], viewer: Viewer): Promise<EventDto[]> {
    const names = await this.people.findByIds(events.flatMap(personIdsIn), viewer);
    const proposals = await this.proposalsOf(events);
    return events.map((event) => toEventDto(event, names, proposals));
  }

  /** Returns the proposals that these events decide or close, keyed by stream. */
  private async proposalsOf(events: readonly LoggedEvent[]): Promise<Proposals> {
    const decisions = events.filter(({ stream, version }) => stream.startsWith('proposal:') && version > 1);
    const streams = [...new Set(decisions.map(({ stream }) => stream))];
    if (streams.length === 0) return new Map();
    const limit = MAX_EVENTS_OF_PROPOSAL * streams.length;
    const known = await this.events.newestOf(streams, { limit, exceptActor: '' });
    return new Map(
      known.flatMap(({ type, stream, payload }) => (type === 'ProposalMade' ? [[stream, payload]] : [])),
    );
  }
}

function personIdsIn({ customerId, actorId }: LoggedEvent): string[] {
  return [customerId, actorId].filter((id) => id !== null);
}

function toEventDto(logged: LoggedEvent, names: Names, proposals: Proposals): EventDto {
  const { event, customerId, stream, position, recordedAt, type, transactionId } = logged;
  const customer = customerId === null ? null : personOrDeleted(customerId, names);
  return {
    ...{ position, recordedAt, type, transactionId },
    text: describeForAdmins(event, customerLabel(customer), { proposed: proposals.get(stream) ?? null }),
    actor: toActorDto(logged, names),
    customer,
  };
}

function customerLabel(customer: PersonDto | null): string {
  if (customer === null) return 'a customer';
  return customer.name === DELETED_NAME ? 'a since-deleted user' : customer.name;
}

/**
 * Returns who caused an event. If a proposal changes the approval policy, the customer of its events is the proposer,
 * so the proposer's `actorRole` is `customer`. A proposer always acts as an admin, so `admin` is shown instead.
 */
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
