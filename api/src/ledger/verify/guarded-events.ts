import { pagesAfter } from '../../platform/database/pages.js';
import { textArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import { EVENT_TYPES, EVENTS, type LedgerEventType, type SequencedEvent } from '../domain/events.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { parseOrNull } from '../log/parse-or-null.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';

/** An event, with who caused it and in which request. */
export type RequestedEvent = SequencedEvent & {
  readonly actor: string;
  readonly correlationId: string;
};

const PAGE_SIZE = 2_000;

/**
 * Events that are not guarded themselves, but that the checks need: proposals and their ends, amounts that
 * count toward an admin's daily limit, freezes, and changes to the passkeys that sign approvals.
 */
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

/**
 * Yields the events that the approval policy can guard and the others that its checks need, in log order. Skips
 * events that cannot be parsed.
 */
export async function* readGuardedEvents(sql: Sql, upTo: number): AsyncGenerator<RequestedEvent> {
  const read = (after: number, limit: number): Promise<RecordedEvent[]> =>
    selectEvents(sql, [after, upTo, textArray(TYPES), limit]);
  for await (const events of pagesAfter(0, PAGE_SIZE, read)) {
    for (const recorded of events) {
      const { actor, correlationId } = recorded;
      const event = parseOrNull(recorded);
      if (event !== null) yield { ...event, actor, correlationId };
    }
  }
}
