import type { LogFollower } from '../log/log-follower.js';
import { LEDGER_EVENT_INDEX } from '../tables/ledger-event-index.js';
import { EVENT_INDEX_FOLLOWER, indexRowOf } from '../log/event-index-row.js';

/** Maintains `ledger_event_index`. The command `ledger rebuild event-index` rebuilds it. */
export const eventIndexFollower: LogFollower = {
  name: EVENT_INDEX_FOLLOWER,
  batchSize: 5_000,
  async handle(manager, events) {
    await manager.query(LEDGER_EVENT_INDEX.insert, LEDGER_EVENT_INDEX.values(events.map(indexRowOf)));
  },
};
