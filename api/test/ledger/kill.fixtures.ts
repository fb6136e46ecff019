import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import {
  expectSoundLedger,
  query,
  signIn,
  startApi,
  type RunningApi,
  type TestDatabase,
  waitFor,
} from '../harness/index.js';
import { userIdOf } from '../payments/money.fixtures.js';

const CALLERS = 24;
/** The API is killed at a random time in this range after its first acknowledged and refused requests. */
const KILL_DELAY_MS = { from: 0, to: 250 };

/**
 * Starts the API and kills it under load, `kills` times. Expects the log to contain every acknowledged transaction
 * exactly once, and no refused one.
 */
export async function runKillScenario(database: TestDatabase, kills: number): Promise<void> {
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  for (let kill = 0; kill < kills; kill += 1) {
    await loadUntilKilled(await startApi({ database }), acknowledged, refused);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills);
  expect(refused.size).toBeGreaterThan(0);

  const rows = await query<{ description: string; events: string }>(
    database.superUrl,
    `select x.description, count(e.position) as events
   from ledger_transaction_text x
     left join ledger_event e on e.type = 'CreditRecorded' and e.payload::json ->> 'transactionId' = x.transaction_id::text
   group by x.transaction_id, x.description`,
  );
  const eventsOf = new Map<string, number>();
  for (const { description, events } of rows) {
    eventsOf.set(description, (eventsOf.get(description) ?? 0) + Number(events));
  }
  const lost = [...acknowledged].filter((description) => eventsOf.get(description) !== 1);
  const ghosts = [...refused].filter((description) => eventsOf.has(description));
  expect({ lost, ghosts }).toEqual({ lost: [], ghosts: [] });

  await expectSoundLedger({ database });
}

/** Kills the API while many callers send credits. Records which credits were acknowledged and which were refused. */
async function loadUntilKilled(
  api: RunningApi,
  acknowledged: Set<string>,
  refused: Set<string>,
): Promise<void> {
  const admin = await signIn(api.baseUrl, 'admin');
  const userId = await userIdOf(await signIn(api.baseUrl, 'alice'));
  const caller = async (): Promise<void> => {
    for (;;) {
      const description = randomUUID();
      // The ledger refuses about every fifth credit, because its account does not exist.
      const isForUnknownUser = randomInt(5) === 0;
      const body = {
        userId: isForUnknownUser ? randomUUID() : userId,
        type: 'credit',
        amount: 0.01,
        description,
      };
      const answer = await admin.post('/api/admin/transactions', body).catch(() => null);
      if (answer === null) return;
      if (answer.status === 201) acknowledged.add(description);
      else refused.add(description);
    }
  };
  const before = acknowledged.size;
  const callers = Array.from({ length: CALLERS }, caller);
  await waitFor(() => acknowledged.size > before && refused.size > 0, {
    what: 'the first acknowledged and refused transactions',
  });
  await pause(randomInt(KILL_DELAY_MS.from, KILL_DELAY_MS.to));
  await api.kill9();
  await Promise.all(callers);
}
