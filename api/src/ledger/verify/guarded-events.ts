import { textArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import { EVENT_TYPES, EVENTS, type LedgerEventType, type SequencedEvent } from '../domain/events.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { parseEvent } from '../log/parse-event.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';

/** An event with who caused it in which request. */
export type RequestedEvent = SequencedEvent & {
  readonly actor: string;
  readonly correlationId: string;
};

const PAGE_SIZE = 2_000;

/** What permits a change that the policy guards, and the passkeys that sign it. */
const PERMITTING: readonly LedgerEventType[] = [
  'AccountFrozen',
  'AccountUnfrozen',
  'ProposalMade',
  'ProposalApproved',
  'ProposalRejected',
  'ProposalWithdrawn',
  'ProposalClosed',
  'AdminLimitUsed',
  'FactorAdded',
  'FactorRemoved',
  'FactorsReset',
];

const TYPES = [...EVENT_TYPES.filter((type) => EVENTS[type].guarded !== null), ...PERMITTING];

const selectEvents = LEDGER_EVENT.select(
  'where position > $1 and position <= $2 and type = any($3::text[]) order by position limit $4',
);

/** Yields what the approval policy can guard, and what permits it, in log order. Skips events that cannot be parsed. */
export async function* readGuardedEvents(sql: Sql, upTo: number): AsyncGenerator<RequestedEvent> {
  let after = 0;
  while (true) {
    const events = await selectEvents(sql, [after, upTo, textArray(TYPES), PAGE_SIZE]);
    for (const event of events) yield* parsed(event);
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE_SIZE) return;
    after = last.position;
  }
}

function parsed(recorded: RecordedEvent): RequestedEvent[] {
  const { actor, correlationId } = recorded;
  try {
    return [{ ...parseEvent(recorded), actor, correlationId }];
  } catch {
    return [];
  }
}
